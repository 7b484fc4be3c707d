import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_MEMBERS } from '../cd-hit/tool.ts';
import type { Run, Settings, ToolRun } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { databaseType, runMmseqs, SHORTEST } from '../shared/native/mmseqs.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { indexOfSafeId, withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { Notes } from '../shared/notes.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { isMostlyUnknown } from '../shared/residueCodes.ts';
import { linesOf } from '../shared/text.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { parsePairs } from './parsePairs.ts';
import { contract, sequences } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, sequences);
  const records = read.records.filter(({ sequence }) => !isMostlyUnknown(sequence, 'protein'));
  writeFileSync(join(job.workdir, 'in.fa'), writeSafeFasta(records, withoutRareLetters));
  const order = { args: [], cwd: job.workdir, signal: job.signal, threads: THREADS };
  if (await isStopped(order, job.settings)) return;
  const pairs = readOutput(programs.mmseqs, join(job.workdir, 'out_cluster.tsv'));
  const parsed = parsePairs(pairs, records.length);
  const identities = await identitiesOf(job, parsed);
  if (!identities) return;
  const clusters = parsed.map((members) =>
    members.map((index) => ({ ...records[index]!, identity: identities[index] ?? null })),
  );
  const notes = new Notes(job);
  notes.read(read);
  for (const { inputId, name, sequence } of read.records)
    if (isMostlyUnknown(sequence, 'protein'))
      notes.leftOut(inputId, name, 'record', [name], 'more unknown than known residues, which MMseqs2 puts together');
  for (const { inputId, name, line, sequence } of records)
    if (sequence.length < SHORTEST)
      notes.warn(
        inputId,
        name,
        `is shorter than ${SHORTEST} residues, which MMseqs2 does not compare: a cluster of its own`,
        line,
      );
  for (const [i, members] of clusters.entries()) {
    const place = { sourceInputIds: [...new Set(members.map(({ inputId }) => inputId))] };
    const row = {
      cluster: i + 1,
      representative: members[0]!.name,
      size: members.length,
      members: members.slice(0, MAX_MEMBERS).map(({ name, identity }) => ({ id: name, identity })),
    };
    job.item('clusters', row, place);
  }
  const place = { sourceInputIds: [...new Set(records.map(({ inputId }) => inputId))] };
  const rows = clusters.flatMap((members, i) =>
    members.map(({ name, identity }) => ({ cluster: i + 1, id: name, identity })),
  );
  const representatives = clusters.map(([first]) => first!);
  job.file('representatives', 'representatives.fasta', writeFasta(representatives), place);
  job.file('clusters_table', 'clusters.tsv', writeTsv(['cluster', 'id', 'identity'], rows), place);
  job.item('summary', { sequences: read.records.length, clusters: clusters.length }, place);
  job.progress(1, 1);
};

/** Clusters, and returns whether the job was stopped. Later ways are for sequences in which MMseqs2 finds no words. */
async function isStopped(order: Parameters<typeof runMmseqs>[0], settings: Settings): Promise<boolean> {
  const ways = [
    argumentsOf(settings),
    // Without masking, sequences of low complexity alone have words, too.
    [...argumentsOf(settings), '--mask', '0'],
    // Words of common residues alone are below the score that the prefilter asks for; linclust asks for none.
    argumentsOf({ ...settings, linclust: true }),
  ];
  for (const args of ways) {
    const { stopped, allMasked } = await runMmseqs({ ...order, args });
    if (!allMasked) return stopped;
  }
  return false;
}

/**
 * Returns the identity with the representative by index: MMseqs2 aligns each member with it again. Returns undefined
 * when the job was stopped.
 */
async function identitiesOf(job: ToolRun, clusters: number[][]): Promise<(number | undefined)[] | undefined> {
  const lines = clusters.flatMap((members) =>
    members.slice(1).map((member) => ({ representative: members[0]!, member })),
  );
  const identities: (number | undefined)[] = [];
  for (const [representative] of clusters) identities[representative!] = 1;
  if (lines.length === 0) return identities;
  lines.sort((a, b) => a.representative - b.representative || a.member - b.member);
  const text = lines.map(({ representative, member }) => `${representative}\t${member}\t0\t0\n`).join('');
  writeFileSync(join(job.workdir, 'pairs.tsv'), text);
  const threads = ['--threads', String(THREADS)];
  const steps = [
    // Without shuffling the keys are the numbers of the records; 7 is the type of pairs to align.
    ['createdb', 'in.fa', 'again', '--shuffle', '0', ...databaseType('protein')],
    ['tsv2db', 'pairs.tsv', 'pairs', '--output-dbtype', '7'],
    // Switch off the correction for composition. It shortens alignments of low complexity: two equal sequences had an
    // identity of 0.19.
    [
      'align',
      'again',
      'again',
      'pairs',
      'aligned',
      '--alignment-mode',
      '3',
      '--comp-bias-corr',
      '0',
      '-e',
      '1e300',
      ...threads,
    ],
    [
      'convertalis',
      'again',
      'again',
      'aligned',
      'identities.tsv',
      '--format-output',
      'query,target,fident',
      ...threads,
    ],
  ];
  for (const args of steps) {
    const { workdir: cwd, signal } = job;
    const order = { program: programs.mmseqs, args: [...args, '-v', '1'], cwd, signal, threads: THREADS };
    if ((await runProgram(order)).stopped) return undefined;
  }
  const path = join(job.workdir, 'identities.tsv');
  for (const line of existsSync(path) ? linesOf(readFileSync(path, 'utf8')) : []) {
    const [, member = '', identity] = line.split('\t');
    const index = indexOfSafeId(member);
    if (index !== undefined) identities[index] = Number(identity);
  }
  return identities;
}

const argumentsOf = (settings: Settings): string[] => [
  ...[settings.linclust ? 'easy-linclust' : 'easy-cluster', 'in.fa', 'out', 'tmp'],
  ...[
    '--min-seq-id',
    String(settings.identity),
    '-c',
    String(settings.coverage),
    '--cov-mode',
    String(settings.cov_mode),
  ],
  ...['--cluster-mode', String(settings.cluster_mode)],
  ...(settings.linclust ? [] : ['-s', String(settings.sensitivity)]),
  ...(settings.cluster_reassign && !settings.linclust ? ['--cluster-reassign', '1'] : []),
  ...databaseType('protein'),
  ...['--threads', String(THREADS), '-v', '1'],
];
