import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, ToolRun } from '../contract.ts';
import { giveDomains, noteSearch } from '../shared/native/domainTable.ts';
import { giveHits } from '../shared/native/giveHits.ts';
import { readHits, searchOptions } from '../shared/native/hmmer.ts';
import { giveReport } from '../shared/native/hmmerReport.ts';
import { readProfiles } from '../shared/native/profiles.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { Notes } from '../shared/notes.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { openSearched, type SearchedDb } from '../shared/releases/searchedDb.ts';
import { check } from './check.ts';
import { contract, database, hmm } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings, job.dataset));
  const profiles = readProfiles(job.inputs, hmm);
  const uploaded = readSequences(job.inputs, database);
  const notes = new Notes(job);
  notes.read(profiles);
  notes.read(uploaded);
  const searched = await openSearched(job, uploaded.records, 'protein');
  try {
    await search(job, profiles.records, notes, searched);
  } finally {
    searched.close();
  }
};

type Profiles = ReturnType<typeof readProfiles>['records'];

async function search(job: ToolRun, profiles: Profiles, notes: Notes, { subjects, db }: SearchedDb): Promise<void> {
  for (const [i, { name, length, text, inputId }] of profiles.entries()) {
    const [file, prefix] = [`profile-${i}.hmm`, `found-${i}`];
    writeFileSync(join(job.workdir, file), text);
    const { stopped } = await runProgram({
      program: programs.hmmsearch,
      args: [...searchOptions(job, prefix, THREADS), '-o', `${prefix}.txt`, file, db],
      cwd: job.workdir,
      signal: job.signal,
      threads: THREADS,
    });
    if (stopped) return;
    const hits = readHits(programs.hmmsearch, job.workdir, prefix, subjects.length);
    giveHits(job, { query: name, queryId: inputId, number: i + 1, length }, prefix, hits, subjects);
    giveDomains(job, prefix, { query: name, queryId: inputId, number: i + 1 }, subjects);
    giveReport(job, prefix, { queryId: inputId, number: i + 1 }, subjects);
    noteSearch(notes, job.settings, { name, inputId }, hits.length, []);
    job.progress(i + 1, profiles.length);
  }
}
