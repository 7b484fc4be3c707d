import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, ToolRun } from '../contract.ts';
import { giveDomains, noteSearch } from '../shared/native/domainTable.ts';
import { giveHits } from '../shared/native/giveHits.ts';
import { readHits, searchOptions } from '../shared/native/hmmer.ts';
import { giveReport } from '../shared/native/hmmerReport.ts';
import { scoringOptions } from '../shared/native/hmmerScoring.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { QUERY_INDEX } from '../shared/native/stockholmHits.ts';
import { Notes } from '../shared/notes.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { openSearched, type SearchedDb } from '../shared/releases/searchedDb.ts';
import { check } from './check.ts';
import { contract, database, query as querySlot } from './tool.ts';

const THREADS = contract.limits.cpuCores;
const QUERY = 'query.fa';
const PREFIX = 'found';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings, job.dataset));
  const asked = readSequences(job.inputs, querySlot);
  const uploaded = readSequences(job.inputs, database);
  const searched = await openSearched(job, uploaded.records, 'protein');
  try {
    await search(job, asked, uploaded, searched);
  } finally {
    searched.close();
  }
};

type Read = ReturnType<typeof readSequences>;

async function search(job: ToolRun, asked: Read, uploaded: Read, { subjects, db }: SearchedDb): Promise<void> {
  const query = asked.records[0]!;
  writeFileSync(join(job.workdir, QUERY), writeSafeFasta([query], withoutRareLetters, QUERY_INDEX));
  const { stopped } = await runProgram({
    program: programs.phmmer,
    args: [...searchOptions(job, PREFIX, THREADS), ...scoringOptions(job.settings), '-o', `${PREFIX}.txt`, QUERY, db],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
  });
  if (stopped) return;
  const hits = readHits(programs.phmmer, job.workdir, PREFIX, subjects.length);
  giveHits(
    job,
    { query: query.name, queryId: query.inputId, number: 1, length: query.sequence.length, record: query },
    PREFIX,
    hits,
    subjects,
  );
  giveDomains(job, PREFIX, { query: query.name, queryId: query.inputId, number: 1 }, subjects);
  giveReport(job, PREFIX, { query, queryId: query.inputId, number: 1 }, subjects);
  noteSearch(new Notes(job), job.settings, query, hits.length, [asked, uploaded], uploaded.records);
  job.progress(1, 1);
}
