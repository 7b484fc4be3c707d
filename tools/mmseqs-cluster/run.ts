import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_MEMBERS } from '../cd-hit/tool.ts';
import type { Run, Settings } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { parsePairs } from './parsePairs.ts';
import { contract, sequences } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readSequences(job.inputs, sequences);
  writeFileSync(join(job.workdir, 'in.fa'), writeSafeFasta(records, withoutRareLetters));
  const { stopped } = await runProgram({
    program: programs.mmseqs,
    args: [job.settings.linclust ? 'easy-linclust' : 'easy-cluster', 'in.fa', 'out', 'tmp', ...options(job.settings)],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
  });
  if (stopped) return;
  const pairs = readOutput(programs.mmseqs, join(job.workdir, 'out_cluster.tsv'));
  const clusters = parsePairs(pairs, records.length).map((members) => members.map((index) => records[index]!));
  for (const [i, members] of clusters.entries()) {
    const place = { sourceInputIds: [...new Set(members.map(({ inputId }) => inputId))] };
    const row = {
      cluster: i + 1,
      representative: members[0]!.name,
      size: members.length,
      members: members.slice(0, MAX_MEMBERS).map(({ name }) => ({ id: name })),
    };
    job.item('clusters', row, place);
  }
  const place = { sourceInputIds: [...new Set(records.map(({ inputId }) => inputId))] };
  const rows = clusters.flatMap((members, i) => members.map(({ name }) => ({ cluster: i + 1, id: name })));
  const representatives = clusters.map(([first]) => first!);
  job.file('representatives', 'representatives.fasta', writeFasta(representatives), place);
  job.file('clusters_table', 'clusters.tsv', writeTsv(['cluster', 'id'], rows), place);
  job.item('summary', { sequences: records.length, clusters: clusters.length }, place);
  job.progress(1, 1);
};

const options = ({ identity, coverage, cov_mode }: Settings): string[] => [
  ...['--min-seq-id', String(identity), '-c', String(coverage), '--cov-mode', String(cov_mode)],
  ...['--threads', String(THREADS), '-v', '1'],
];
