import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { parseClusters } from './parseClusters.ts';
import { contract, MAX_MEMBERS, sequences } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readSequences(job.inputs, sequences);
  writeFileSync(join(job.workdir, 'in.fa'), writeSafeFasta(records, withoutRareLetters));
  const { stopped } = await runProgram({
    program: programs.cdHit,
    args: ['-i', 'in.fa', '-o', 'out', ...options(job.settings)],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
  });
  if (stopped) return;
  const minLength = job.settings.min_length as number;
  const leftOut = records.filter(({ sequence }) => sequence.length <= minLength).length;
  const found = parseClusters(readOutput(programs.cdHit, join(job.workdir, 'out.clstr')), records.length - leftOut);
  const clusters = found.map(({ members }) =>
    members.map(({ index, identity }) => ({ record: records[index]!, identity: rounded(identity, 4) })),
  );

  for (const [i, members] of clusters.entries()) {
    const place = { sourceInputIds: [...new Set(members.map(({ record }) => record.inputId))] };
    const row = {
      cluster: i + 1,
      representative: members[0]!.record.name,
      size: members.length,
      members: members.slice(0, MAX_MEMBERS).map(({ record, identity }) => ({ id: record.name, identity })),
    };
    job.item('clusters', row, place);
  }
  const place = { sourceInputIds: [...new Set(records.map(({ inputId }) => inputId))] };
  const rows = clusters.flatMap((members, i) =>
    members.map(({ record, identity }) => ({ cluster: i + 1, id: record.name, identity })),
  );
  const representatives = clusters.map(([first]) => first!.record);
  job.file('representatives', 'representatives.fasta', writeFasta(representatives), place);
  job.file('clusters_table', 'clusters.tsv', writeTsv(['cluster', 'id', 'identity'], rows), place);
  job.item('summary', { sequences: records.length, clusters: clusters.length, left_out: leftOut }, place);
  job.progress(1, 1);
};

/** The length of words that CD-HIT's guide gives for an identity. */
function wordLength(identity: number): number {
  if (identity >= 0.7) return 5;
  if (identity >= 0.6) return 4;
  return identity >= 0.5 ? 3 : 2;
}

const options = ({ identity, coverage, accurate, min_length }: Settings): string[] => [
  ...['-c', String(identity), '-n', String(wordLength(identity as number)), '-aS', String(coverage)],
  ...['-g', accurate ? '1' : '0', '-l', String(min_length), '-d', '0'],
  ...['-T', String(THREADS), '-M', '2000'],
];
