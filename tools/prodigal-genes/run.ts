import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings, ToolRun } from '../contract.ts';
import { type SequenceRecord, writeFasta } from '../shared/fasta.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { asDna, writeSafeFasta } from '../shared/native/safeIds.ts';
import { numbered } from '../shared/ports.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { basesOf, modeOf } from './genomes.ts';
import { type Gene, parseGenes, sequencesOf } from './parseGenes.ts';
import { genome } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const genomes = [...Map.groupBy(readSequences(job.inputs, genome, 'input').records, ({ inputId }) => inputId)];
  for (const [i, [inputId, contigs]] of genomes.entries()) {
    writeFileSync(join(job.workdir, 'genome.fna'), writeSafeFasta(contigs, asDna));
    const mode = modeOf(job.settings, basesOf(contigs));
    const { stopped } = await runProgram({
      program: programs.prodigal,
      args: ['-i', 'genome.fna', '-p', mode, ...options(job.settings, mode)],
      cwd: job.workdir,
      signal: job.signal,
    });
    if (stopped) return;
    giveGenes(job, contigs, { inputId, number: i + 1, mode });
    job.progress(i + 1, genomes.length);
  }
};

const options = ({ table, closed_ends }: Settings, mode: string): string[] => [
  ...(mode === 'single' ? ['-g', String(table)] : []),
  ...(closed_ends ? ['-c'] : []),
  ...['-f', 'gff', '-o', 'genes.gff', '-a', 'genes.faa', '-d', 'genes.ffn', '-q'],
];

function giveGenes(
  job: ToolRun,
  contigs: SequenceRecord[],
  { inputId, number, mode }: { inputId: string; number: number; mode: 'single' | 'meta' },
): void {
  const place = { sourceInputIds: [inputId] };
  const genes = parseGenes(readOutput(programs.prodigal, join(job.workdir, 'genes.gff')), contigs.length);
  const named = genes.map((gene) => ({ ...gene, id: `${contigs[gene.contig]!.name}_${gene.number}` }));
  for (const { id, contig, start, end, strand, score, partial } of named)
    job.item('features', { id, sequence: contigs[contig]!.name, start, end, strand, score, partial }, place);
  for (const [port, file, extension] of [
    ['proteins', 'genes.faa', 'faa'],
    ['genes', 'genes.ffn', 'fna'],
  ] as const) {
    const sequences = sequencesOf(readFileSync(join(job.workdir, file), 'utf8'), genes);
    const records = named.map(({ id, start, end, strand }, i) => ({
      name: id,
      description: `${start}-${end} ${strand}`,
      sequence: sequences[i]!,
    }));
    if (records.length > 0) job.file(port, numbered('genes', number, extension), writeFasta(records), place);
  }
  job.file('gff', numbered('genes', number, 'gff'), writeGff(named, contigs), place);
  const counts = { sequences: contigs.length, bases: basesOf(contigs), genes: genes.length };
  job.item('summary', { ...counts, mode }, place);
}

/** GFF3; names of users have no white space, and other characters that mean something there are written as `%3B`. */
function writeGff(genes: (Gene & { id: string })[], contigs: SequenceRecord[]): string {
  const escaped = (name: string, unsafe: RegExp) => name.replace(unsafe, (character) => encodeURIComponent(character));
  const lines = genes.map(({ id, contig, start, end, strand, score, attributes }) =>
    [
      ...[escaped(contigs[contig]!.name, /[^\w.:^*$@!+?|-]/gu), 'Prodigal', 'CDS', start, end, score, strand, 0],
      `ID=${escaped(id, /[;=&,%]/g)};${attributes}`,
    ].join('\t'),
  );
  return `##gff-version 3\n${lines.map((line) => `${line}\n`).join('')}`;
}
