import type { Static } from 'typebox';
import type { Run } from '../contract.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { codonAt, encodeDna, exactCodons, translationOf } from '../shared/geneticCodes.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { type FromInput, readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { type codonItem, reference, sequences } from './tool.ts';
import { adaptationIndex, adaptivenessOf, aminoAcidsOf, countCodons, gcOf, synonymsOf, usageOf } from './usage.ts';

type Codon = Static<typeof codonItem>;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const code = job.settings.table as number;
  const notes = new Notes(job);
  const [genes, references] = [sequences, reference].map((slot) => readSequences(job.inputs, slot)) as [Read, Read];
  for (const read of [genes, references]) {
    notes.read(read);
    for (const record of read.records) noteGene(notes, record, code);
  }
  const aminoAcids = aminoAcidsOf(code);
  const referenceCounts = sumOf(references.records);
  const adaptiveness = references.records.length > 0 ? adaptivenessOf(referenceCounts, aminoAcids) : undefined;

  const total = new Uint32Array(exactCodons.length);
  const sources = new Set<string>();
  for (const [i, { name, sequence, inputId }] of genes.records.entries()) {
    const { counts, leftOut } = countCodons(sequence);
    for (const [number, count] of counts.entries()) total[number]! += count;
    const codons = counts.reduce((sum, count) => sum + count, 0);
    const cai = adaptiveness ? adaptationIndex(counts, adaptiveness) : null;
    const gc = Object.entries(gcOf(counts)).map(([key, value]) => [key, rounded(value)]);
    const internal_stops = stopsInside(sequence, code);
    const row = {
      sequence: name,
      codons,
      left_out: leftOut,
      ...Object.fromEntries(gc),
      internal_stops,
      cai: rounded(cai),
    };
    job.item('sequence_usage', row, { sourceInputIds: [inputId] });
    sources.add(inputId);
    job.progress(i + 1, genes.records.length);
    if (!(await goOn(job.signal))) break;
  }
  const rows = describe(total, aminoAcids, adaptiveness);
  const place = { sourceInputIds: [...sources] };
  for (const row of rows) job.item('codons', row, place);
  job.file('codon_table', 'codons.tsv', writeTsv(Object.keys(rows[0]!), rows), place);
};

type Read = ReturnType<typeof readSequences>;

function sumOf(records: { sequence: string }[]): Uint32Array {
  const total = new Uint32Array(exactCodons.length);
  for (const { sequence } of records)
    for (const [number, count] of countCodons(sequence).counts.entries()) total[number]! += count;
  return total;
}

function describe(counts: Uint32Array, aminoAcids: string[], adaptiveness: (number | null)[] | undefined): Codon[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const synonyms = synonymsOf(aminoAcids);
  return exactCodons.map((codon, number) => {
    const { fraction, rscu } = usageOf(number, counts, synonyms[number]!);
    return {
      codon,
      amino_acid: aminoAcids[number]!,
      count: counts[number]!,
      per_thousand: all === 0 ? 0 : rounded((1000 * counts[number]!) / all)!,
      fraction: rounded(fraction),
      rscu: aminoAcids[number] === '*' ? null : rounded(rscu),
      adaptiveness: rounded(adaptiveness?.[number] ?? null),
    };
  });
}

const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(4)) + 0);

function stopsInside(sequence: string, code: number): number {
  const sets = encodeDna(sequence);
  const translation = translationOf(code);
  let stops = 0;
  for (let i = 0; i + 6 <= sets.length; i += 3) if (translation[codonAt(sets, i)] === '*') stops++;
  return stops;
}

function noteGene(notes: Notes, { name, sequence, inputId, line }: FromInput<SequenceRecord>, code: number): void {
  const { leftOut } = countCodons(sequence);
  const rest = sequence.length % 3;
  const stops = stopsInside(sequence, code);
  if (leftOut > 0)
    notes.leftOut(
      inputId,
      name,
      'residue',
      [`${leftOut} codons`],
      'they have an ambiguity code, and were not counted',
      3 * leftOut,
    );
  if (rest > 0)
    notes.leftOut(
      inputId,
      name,
      'residue',
      [`the last ${rest === 1 ? 'base' : '2 bases'}`],
      'it is no whole codon',
      rest,
    );
  if (stops > 0)
    notes.warn(inputId, name, `${stops} stop codons inside: is the frame right, and the genetic code?`, line);
}
