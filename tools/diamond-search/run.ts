import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings } from '../contract.ts';
import { COLUMNS, kindOf, lettersOf, readMatches } from '../shared/native/matches.ts';
import { matchWriter } from '../shared/native/matchWriter.ts';
import { programs } from '../shared/native/programs.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { contract, database, queries as queriesSlot } from './tool.ts';

const THREADS = contract.limits.cpuCores;

/** BLAST's columns; a target has one alignment, so that its coverage is the target's. */
const columns = COLUMNS.map((column) => (column === 'qcovs' ? 'qcovhsp' : column));

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSearch(job.inputs, queriesSlot, database);
  const [queries, subjects] = [read.queries.records, read.database.records];
  writeFileSync(join(job.workdir, 'db.fa'), writeSafeFasta(subjects, withoutRareLetters));
  writeFileSync(join(job.workdir, 'query.fa'), writeSafeFasta(queries, lettersOf(kindOf(job.inputs, queriesSlot))));
  const common = ['--threads', String(THREADS), '--quiet'];
  const steps = [
    ['makedb', '--in', 'db.fa', '-d', 'db', ...common],
    [
      ...[String(job.settings.program), '-q', 'query.fa', '-d', 'db', '-o', 'hits.tsv', '--tmpdir', '.'],
      ...[...options(job.settings), ...common, '--outfmt', '6', ...columns],
    ],
  ];
  for (const args of steps) {
    const { workdir: cwd, signal } = job;
    const { stopped } = await runProgram({ program: programs.diamond, args, cwd, signal, threads: THREADS });
    if (stopped) return;
  }
  const path = join(job.workdir, 'hits.tsv');
  const writer = matchWriter(job, queries, subjects);
  writer.add(readMatches(programs.diamond, path, queries.length, subjects.length), 0, queries.length);
  writer.finish();
  job.progress(1, 1);
};

const options = ({ sensitivity, evalue, max_target_seqs, min_identity, query_cover }: Settings): string[] => [
  ...(sensitivity === 'default' ? [] : [`--${sensitivity}`]),
  ...['-e', String(evalue), '-k', String(max_target_seqs)],
  ...['--id', String(min_identity), '--query-cover', String(query_cover)],
];
