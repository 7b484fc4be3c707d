import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, ToolRun } from '../contract.ts';
import { giveDomains, noteSearch } from '../shared/native/domainTable.ts';
import { giveHits } from '../shared/native/giveHits.ts';
import { readHits, searchOptions } from '../shared/native/hmmer.ts';
import { giveReport } from '../shared/native/hmmerReport.ts';
import { scoringOptions } from '../shared/native/hmmerScoring.ts';
import { programs } from '../shared/native/programs.ts';
import { eachLine, runProgram } from '../shared/native/runProgram.ts';
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

/** The program prints a line for each hit in each round. */
const MAX_OUTPUT_MIB = 256;

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
  const most = job.settings.iterations as number;
  let rounds = 1;
  let converged = false;
  const { stdout, stopped } = await runProgram({
    program: programs.jackhmmer,
    args: ['-N', String(most), ...searchOptions(job, PREFIX, THREADS), ...scoringOptions(job.settings), QUERY, db],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
    maxOutputMiB: MAX_OUTPUT_MIB,
    onStdout: eachLine((line) => {
      if (line.startsWith('@@ CONVERGED')) converged = true;
      const round = Number(/^@@ Round: +(\d+)/.exec(line)?.[1]);
      if (!(round > rounds)) return;
      // The rounds before this one are complete.
      job.progress(rounds, most);
      rounds = round;
    }),
  });
  if (stopped) return;
  writeFileSync(join(job.workdir, `${PREFIX}.txt`), stdout);
  const hits = readHits(programs.jackhmmer, job.workdir, PREFIX, subjects.length);
  const about = { query: query.name, queryId: query.inputId, number: 1, length: query.sequence.length, record: query };
  giveHits(job, about, PREFIX, hits, subjects, { rounds, converged });
  giveDomains(job, PREFIX, { query: query.name, queryId: query.inputId, number: 1 }, subjects);
  giveReport(job, PREFIX, { query, queryId: query.inputId, number: 1 }, subjects);
  noteSearch(new Notes(job), job.settings, query, hits.length, [asked, uploaded], uploaded.records);
  job.progress(most, most);
}
