import type { Static } from 'typebox';
import { type Run, ToolError } from '../contract.ts';
import { type SequenceRecord, writeFasta } from '../shared/fasta.ts';
import { decodeDna, doubtfulStops, encodeDna, reverseComplement, startsOf } from '../shared/geneticCodes.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { type FromInput, readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { basesOf, findOrfs, type OrfOptions, translate } from './findOrfs.ts';
import { writeGff } from './gff.ts';
import { withoutNested } from './nested.ts';
import { type orf, sequences } from './tool.ts';

/** Makes some 15 MB of rows. */
const MAX_ORFS = 100_000;

type Found = Omit<Static<typeof orf>, 'id'> & { protein: string; bases: string; record: FromInput<SequenceRecord> };

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, sequences);
  const notes = new Notes(job);
  notes.read(read);
  const { records } = read;
  const code = job.settings.table as number;
  const circular = job.settings.circular as boolean;
  const options: OrfOptions = {
    code,
    starts: startsOf(code, job.settings.start as 'ATG' | 'ATG+alt'),
    minAminoAcids: job.settings.min_aa as number,
    circular,
  };
  noteDoubtfulStops(notes, job.inputs[0]!.id, code);
  const all: Found[] = [];
  const searched: typeof records = [];
  for (const record of records) {
    for (const one of orfsOf(record, options))
      if (all.push(one) > MAX_ORFS)
        throw new ToolError(`there are more than ${MAX_ORFS} reading frames; set a larger min_aa or send less DNA`);
    job.progress(searched.push(record), records.length);
    if (!(await goOn(job.signal))) break;
  }

  const lengths = new Map(records.map(({ name, sequence }) => [name, sequence.length]));
  const lengthOf = circular ? (name: string) => lengths.get(name)! : undefined;
  const found = job.settings.nested === 'drop' ? withoutNested(all, lengthOf) : all;

  // The sort is stable: frames of equal length keep the order of sequences and positions.
  const ranked = found
    .toSorted((a, b) => b.aa - a.aa)
    .map((one, i) => ({ ...one, id: `${one.sequence}_orf${i + 1}`, rank: i + 1 }));
  for (const { protein, bases, record, rank, ...row } of ranked)
    job.item('orfs', row, { sourceInputIds: [record.inputId], rank });
  const sourcesOf = (list: typeof records) => [...new Set(list.map(({ inputId }) => inputId))];
  if (ranked.length > 0) {
    const place = { sourceInputIds: sourcesOf(found.map((one) => one.record)) };
    const headers = ranked.map(({ id, start, end, strand }) => ({
      name: id,
      description: `${start}-${end} (${strand})`,
    }));
    const proteins = ranked.map(({ protein }, i) => ({ ...headers[i]!, sequence: protein }));
    job.file('proteins', 'proteins.fasta', writeFasta(proteins), place);
    const nucleotides = ranked.map(({ bases }, i) => ({ ...headers[i]!, sequence: bases }));
    job.file('nucleotides', 'orfs.fasta', writeFasta(nucleotides), place);
  }
  const order = new Map(records.map((record, i) => [record, i]));
  const byPosition = ranked.toSorted((a, b) => order.get(a.record)! - order.get(b.record)! || a.start - b.start);
  const regions = searched.map(({ name, sequence }) => ({ name, length: sequence.length }));
  job.file('gff', 'orfs.gff3', writeGff(regions, byPosition, { circular, code }), {
    sourceInputIds: sourcesOf(searched),
  });
};

function* orfsOf(record: FromInput<SequenceRecord>, options: OrfOptions): Generator<Found> {
  const forward = encodeDna(record.sequence);
  const { length } = forward;
  for (const strand of ['+', '-'] as const) {
    const sets = strand === '+' ? forward : reverseComplement(forward);
    for (const one of findOrfs(sets, options)) {
      const bases = basesOf(sets, one);
      const protein = translate(bases, one.complete, options.code);
      // A frame over the origin of a circle still starts at a position of the sequence.
      const turned = strand === '-' && one.end > length ? 2 * length : length;
      const [start, end] = strand === '+' ? [one.start, one.end] : [turned - one.end, turned - one.start];
      const { frame, complete } = one;
      const place = { sequence: record.name, strand, frame, start: start + 1, end };
      yield { ...place, aa: protein.length, complete, protein, bases: decodeDna(bases), record };
    }
  }
}

function noteDoubtfulStops(notes: Notes, inputId: string, code: number): void {
  const codons = doubtfulStops(code);
  if (codons.length === 0) return;
  const text = `in code ${code}, ${codons.join(', ')} are read as amino acids, although they are stops as well near the end of a gene`;
  notes.warn(inputId, 'genetic code', text);
}
