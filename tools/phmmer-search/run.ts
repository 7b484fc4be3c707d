import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../contract.ts';
import { giveDomains, noteSearch } from '../shared/native/domainTable.ts';
import { giveHits } from '../shared/native/giveHits.ts';
import { DATABASE, readHits, searchOptions, stageDatabase } from '../shared/native/hmmer.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { QUERY_INDEX } from '../shared/native/stockholmHits.ts';
import { Notes } from '../shared/notes.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { contract, database, query as querySlot } from './tool.ts';

const THREADS = contract.limits.cpuCores;
const QUERY = 'query.fa';
const PREFIX = 'found';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const asked = readSequences(job.inputs, querySlot);
  const query = asked.records[0]!;
  const searched = readSequences(job.inputs, database);
  const { records } = searched;
  writeFileSync(join(job.workdir, QUERY), writeSafeFasta([query], withoutRareLetters, QUERY_INDEX));
  stageDatabase(job.workdir, records);
  const { stopped } = await runProgram({
    program: programs.phmmer,
    args: [...searchOptions(job, PREFIX, THREADS), '-o', `${PREFIX}.txt`, QUERY, DATABASE],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
  });
  if (stopped) return;
  const hits = readHits(programs.phmmer, job.workdir, PREFIX, records.length);
  giveHits(
    job,
    { query: query.name, queryId: query.inputId, number: 1, length: query.sequence.length, record: query },
    PREFIX,
    hits,
    records,
  );
  giveDomains(job, PREFIX, { query: query.name, queryId: query.inputId, number: 1 }, records);
  noteSearch(new Notes(job), job.settings, query, hits.length, [asked, searched], records);
  job.progress(1, 1);
};
