import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings, ToolRun } from '../contract.ts';
import { type SequenceRecord, writeFasta } from '../shared/fasta.ts';
import { gffName, gffValue } from '../shared/gff.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { asDna, writeSafeFasta } from '../shared/native/safeIds.ts';
import { Notes } from '../shared/notes.ts';
import { numbered } from '../shared/ports.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { countUnknown } from '../shared/residueCodes.ts';
import { check } from './check.ts';
import { basesOf, modeOf } from './genomes.ts';
import { type Gene, parseGenes, sequencesOf } from './parseGenes.ts';
import { genome } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, genome, 'input');
  const notes = new Notes(job);
  notes.read(read);
  const genomes = [...Map.groupBy(read.records, ({ inputId }) => inputId)];
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
    for (const { name, line, sequence } of contigs) {
      const unknown = countUnknown(sequence, 'dna');
      if (unknown > MANY_UNKNOWN * sequence.length)
        notes.warn(inputId, name, `${unknown} of ${sequence.length} bases are unknown`, line);
    }
    job.progress(i + 1, genomes.length);
  }
};

/** Largest part of unknown bases of a contig without a warning. */
const MANY_UNKNOWN = 0.1;

const options = ({ table, closed_ends, mask_n, full_motif_scan }: Settings, mode: string): string[] => [
  ...(mode === 'single' ? ['-g', String(table)] : []),
  ...(closed_ends ? ['-c'] : []),
  ...(mask_n ? ['-m'] : []),
  ...(full_motif_scan && mode === 'single' ? ['-n'] : []),
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
  for (const { id, contig, start, end, strand, score, partial, startType } of named)
    job.item(
      'features',
      { id, sequence: contigs[contig]!.name, start, end, strand, score, partial, start_type: startType },
      place,
    );
  for (const [port, file, extension] of [
    ['proteins', 'genes.faa', 'faa'],
    ['genes', 'genes.ffn', 'fna'],
  ] as const) {
    const sequences = sequencesOf(readFileSync(join(job.workdir, file), 'utf8'), genes);
    const records = named.map(({ id, start, end, strand, attributes }, i) => ({
      name: id,
      description: `${start}-${end} ${strand}${cutAndStart(attributes)}`,
      sequence: sequences[i]!,
    }));
    if (records.length > 0) job.file(port, numbered('genes', number, extension), writeFasta(records), place);
  }
  job.file('gff', numbered('genes', number, 'gff'), writeGff(named, contigs), place);
  const counts = { sequences: contigs.length, bases: basesOf(contigs), genes: genes.length };
  job.item('summary', { ...counts, mode }, place);
}

/** Returns what Prodigal says about the ends of a gene. In `partial=01`, a 1 stands for an end that is cut. */
function cutAndStart(attributes: string): string {
  const [, partial = ''] = /(partial=\d\d)/.exec(attributes) ?? [];
  const [, start = ''] = /(start_type=\w+)/.exec(attributes) ?? [];
  return ` ${partial} ${start}`;
}

/** Returns GFF3 with the attributes that Prodigal wrote. */
function writeGff(genes: (Gene & { id: string })[], contigs: SequenceRecord[]): string {
  const lines = genes.map(({ id, contig, start, end, strand, score, attributes }) =>
    [
      ...[gffName(contigs[contig]!.name), 'Prodigal', 'CDS', start, end, score, strand, 0],
      `ID=${gffValue(id)};${attributes}`,
    ].join('\t'),
  );
  return `##gff-version 3\n${lines.map((line) => `${line}\n`).join('')}`;
}
