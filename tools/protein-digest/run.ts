import type { Static } from 'typebox';
import type { Run, Settings } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { noteUnknown } from '../shared/msa/alphabet.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { type Cysteine, chargedMz, type DigestOptions, digest, gravy, massesOf } from './digest.ts';
import { type peptide, sequences } from './tool.ts';

type Row = Static<typeof peptide>;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, sequences);
  const notes = new Notes(job);
  notes.read(read);
  const { records } = read;
  const cysteine = job.settings.cysteine as Cysteine;
  const rows: Row[] = [];
  const proteins = proteinsByPeptide(records, job.settings);
  const sources = new Set<string>();
  for (const [i, { name, sequence, inputId }] of records.entries()) {
    for (const { start, end, missed } of digest(sequence, job.settings as Settings & DigestOptions)) {
      const residues = sequence.slice(start, end);
      const values = {
        sequence: residues,
        ...describe(residues, cysteine),
        gravy: gravy(residues),
        proteins: proteins.get(residues)!,
      };
      const flanks = { before: sequence[start - 1] ?? '-', after: sequence[end] ?? '-' };
      const row = { protein: name, start: start + 1, end, missed, ...values, ...flanks };
      job.item('peptides', row, { sourceInputIds: [inputId] });
      rows.push(row);
      sources.add(inputId);
    }
    noteUnknown(
      notes,
      inputId,
      name,
      sequence,
      'protein',
      'it has no mass: peptides with it have neither mass nor m/z',
    );
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) break;
  }
  if (rows.length === 0) return;
  const place = { sourceInputIds: [...sources] };
  const named = rows.map(({ protein, start, end, sequence }) => ({ name: `${protein}_${start}-${end}`, sequence }));
  job.file('peptides_fasta', 'peptides.fasta', writeFasta(named), place);
  job.file('peptides_table', 'peptides.tsv', writeTsv(Object.keys(rows[0]!), rows), place);
};

/** Returns the number of proteins that have each peptide. */
function proteinsByPeptide(records: { sequence: string }[], settings: Settings): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { sequence } of records) {
    const pieces = digest(sequence, settings as Settings & DigestOptions);
    for (const peptide of new Set(Array.from(pieces, ({ start, end }) => sequence.slice(start, end))))
      counts.set(peptide, (counts.get(peptide) ?? 0) + 1);
  }
  return counts;
}

function describe(residues: string, cysteine: Cysteine) {
  const masses = massesOf(residues, cysteine);
  const mz = (charge: number) => (masses === null ? null : Number(chargedMz(masses.mono, charge).toFixed(4)));
  const average_mass = masses === null ? null : Number(masses.average.toFixed(4));
  return { mono_mh: mz(1), mz_2: mz(2), mz_3: mz(3), mz_4: mz(4), average_mass };
}
