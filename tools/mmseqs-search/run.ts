import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings } from '../contract.ts';
import { readMatches } from '../shared/native/matches.ts';
import { matchWriter } from '../shared/native/matchWriter.ts';
import { programs } from '../shared/native/programs.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { check } from './check.ts';
import { contract, database, queries as queriesSlot } from './tool.ts';

const THREADS = contract.limits.cpuCores;

/** In the order of BLAST's columns. */
const COLUMNS = 'query,target,pident,alnlen,mismatch,gapopen,qstart,qend,tstart,tend,evalue,bits,qlen,tlen,qcov';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSearch(job.inputs, queriesSlot, database);
  const [queries, subjects] = [read.queries.records, read.database.records];
  writeFileSync(join(job.workdir, 'query.fa'), writeSafeFasta(queries, withoutRareLetters));
  writeFileSync(join(job.workdir, 'db.fa'), writeSafeFasta(subjects, withoutRareLetters));
  const { stopped } = await runProgram({
    program: programs.mmseqs,
    args: ['easy-search', 'query.fa', 'db.fa', 'hits.m8', 'tmp', ...options(job.settings), '--format-output', COLUMNS],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
  });
  if (stopped) return;
  const matches = readMatches(programs.mmseqs, join(job.workdir, 'hits.m8'), queries.length, subjects.length);
  // It gives the coverage as a fraction.
  const inPercent = matches.map((match) => ({
    ...match,
    numbers: [...match.numbers.slice(0, -1), rounded(100 * match.numbers.at(-1)!, 1)],
  }));
  const writer = matchWriter(job, queries, subjects);
  writer.add(inPercent, 0, queries.length);
  writer.finish();
  job.progress(1, 1);
};

const options = ({ sensitivity, evalue, coverage, min_identity }: Settings): string[] => [
  ...['-e', String(evalue), '-s', String(sensitivity), '-c', String(coverage), '--min-seq-id', String(min_identity)],
  ...['--threads', String(THREADS), '-v', '2'],
];
