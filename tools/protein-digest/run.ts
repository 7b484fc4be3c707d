import type { Static } from 'typebox';
import type { Run, Settings } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { goOn } from '../shared/pause.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { type DigestOptions, digest, gravy, monoisotopicMh } from './digest.ts';
import { type peptide, sequences } from './tool.ts';

type Row = Static<typeof peptide>;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readSequences(job.inputs, sequences);
  const rows: Row[] = [];
  const sources = new Set<string>();
  for (const [i, { name, sequence, inputId }] of records.entries()) {
    for (const { start, end, missed } of digest(sequence, job.settings as Settings & DigestOptions)) {
      const residues = sequence.slice(start, end);
      const values = { sequence: residues, mono_mh: monoisotopicMh(residues), gravy: gravy(residues) };
      const row = { protein: name, start: start + 1, end, missed, ...values };
      job.item('peptides', row, { sourceInputIds: [inputId] });
      rows.push(row);
      sources.add(inputId);
    }
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) break;
  }
  if (rows.length === 0) return;
  const place = { sourceInputIds: [...sources] };
  const named = rows.map(({ protein, start, end, sequence }) => ({ name: `${protein}_${start}-${end}`, sequence }));
  job.file('peptides_fasta', 'peptides.fasta', writeFasta(named), place);
  job.file('peptides_table', 'peptides.tsv', writeTsv(Object.keys(rows[0]!), rows), place);
};
