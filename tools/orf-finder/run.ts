import type { Static } from 'typebox';
import { type Run, ToolError } from '../contract.ts';
import { type SequenceRecord, writeFasta } from '../shared/fasta.ts';
import { goOn } from '../shared/pause.ts';
import { type FromInput, readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { findOrfs, translate } from './findOrfs.ts';
import { encodeDna, reverseComplement, startsOf } from './geneticCode.ts';
import { writeGff } from './gff.ts';
import { type orf, sequences } from './tool.ts';

/** Some 15 MB of rows. */
const MAX_ORFS = 100_000;

type Found = Omit<Static<typeof orf>, 'id'> & { protein: string; record: FromInput<SequenceRecord> };

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readSequences(job.inputs, sequences);
  const starts = startsOf(job.settings.table as 1 | 11, job.settings.start as 'ATG' | 'ATG+alt');
  const minAminoAcids = job.settings.min_aa as number;
  const found: Found[] = [];
  const searched: typeof records = [];
  for (const record of records) {
    for (const one of orfsOf(record, starts, minAminoAcids))
      if (found.push(one) > MAX_ORFS)
        throw new ToolError(`there are more than ${MAX_ORFS} reading frames; set a larger min_aa or send less DNA`);
    job.progress(searched.push(record), records.length);
    if (!(await goOn(job.signal))) break;
  }

  // A stable sort: equal lengths keep the order of the sequences and their positions.
  const ranked = found
    .toSorted((a, b) => b.aa - a.aa)
    .map((one, i) => ({ ...one, id: `${one.sequence}_orf${i + 1}`, rank: i + 1 }));
  for (const { protein, record, rank, ...row } of ranked)
    job.item('orfs', row, { sourceInputIds: [record.inputId], rank });
  const proteins = ranked.map(({ id, protein, start, end, strand }) => ({
    name: id,
    description: `${start}-${end} (${strand})`,
    sequence: protein,
  }));
  const sourcesOf = (list: typeof records) => [...new Set(list.map(({ inputId }) => inputId))];
  if (ranked.length > 0)
    job.file('proteins', 'proteins.fasta', writeFasta(proteins), {
      sourceInputIds: sourcesOf(found.map((one) => one.record)),
    });
  const order = new Map(records.map((record, i) => [record, i]));
  const byPosition = ranked.toSorted((a, b) => order.get(a.record)! - order.get(b.record)! || a.start - b.start);
  const lengths = searched.map(({ name, sequence }) => ({ name, length: sequence.length }));
  job.file('gff', 'orfs.gff3', writeGff(lengths, byPosition), { sourceInputIds: sourcesOf(searched) });
};

function* orfsOf(record: FromInput<SequenceRecord>, starts: Set<number>, minAminoAcids: number): Generator<Found> {
  const forward = encodeDna(record.sequence);
  for (const strand of ['+', '-'] as const) {
    const codes = strand === '+' ? forward : reverseComplement(forward);
    for (const one of findOrfs(codes, starts, minAminoAcids)) {
      const [start, end] = strand === '+' ? [one.start, one.end] : [codes.length - one.end, codes.length - one.start];
      const protein = translate(codes, one);
      const { frame, complete } = one;
      const place = { sequence: record.name, strand, frame, start: start + 1, end };
      yield { ...place, aa: protein.length, complete, protein, record };
    }
  }
}
