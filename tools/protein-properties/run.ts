import type { Run, Settings } from '../contract.ts';
import { noteUnknown } from '../shared/msa/alphabet.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../shared/ports.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { hydropathyProfile } from './hydropathyProfile.ts';
import type { PKName } from './pKSets.ts';
import { type Properties, type PropertyOptions, protParam } from './protParam.ts';
import { sequences } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, sequences);
  const notes = new Notes(job);
  notes.read(read);
  const records = read.records.map((record) => ({ ...record, sequence: ripe(record.sequence, job.settings) }));
  const options: PropertyOptions = {
    pH: job.settings.charge_ph as number,
    pKSet: job.settings.pk_set as PKName,
    masses: job.settings.masses as PropertyOptions['masses'],
    disulfides: job.settings.disulfides as number,
  };
  const rows: Properties[] = [];
  for (const record of records) {
    const row = protParam(record, options);
    job.item('properties', row, { sourceInputIds: [record.inputId] });
    noteResidues(notes, record, job.settings.first_residue as number);
    if (row.disulfides < options.disulfides)
      notes.warn(
        record.inputId,
        record.name,
        `has cysteines for ${row.disulfides} disulfide bonds, not for ${options.disulfides}`,
        record.line,
      );
    job.progress(rows.push(row), records.length);
    if (!(await goOn(job.signal))) break;
  }
  const table = rows.map(({ composition, composition_pct, ...row }) => ({
    ...row,
    ...composition,
    ...Object.fromEntries(Object.entries(composition_pct).map(([letter, percent]) => [`${letter}_pct`, percent])),
  }));
  const sourceInputIds = [...new Set(records.slice(0, rows.length).map(({ inputId }) => inputId))];
  job.file('properties_table', 'properties.tsv', writeTsv(Object.keys(table[0]!), table), { sourceInputIds });
  for (const [i, { name, sequence, inputId }] of records.slice(0, Math.min(rows.length, MAX_PICTURES)).entries()) {
    const place = { sourceInputIds: [inputId] };
    job.file(PICTURE, numbered('hydropathy', i + 1, 'svg'), hydropathyProfile(name, sequence), place);
  }
};

/** Returns the part of the sequence that counts. A methionine at the start stays if nothing after it would count. */
const ripe = (sequence: string, { initiator_met, first_residue }: Settings) => {
  const mature = sequence.slice((first_residue as number) - 1);
  return first_residue === 1 && initiator_met === 'remove' && /^M.*[^BJXZ]/.test(mature) ? mature.slice(1) : mature;
};

/** Records residues that count nowhere as left out, and warns of residues that only count in the mass. */
function noteResidues(notes: Notes, { name, sequence, inputId, line }: Noted, first: number): void {
  // Gaps replace the part that was cut off, so that positions are those of the input.
  noteUnknown(
    notes,
    inputId,
    name,
    '-'.repeat(first - 1) + sequence,
    'protein',
    'it has no mass, and was left out as treat_unknown says',
  );
  const rare = [...new Set(sequence.match(/[UO]/g))].sort();
  if (rare.length > 0) {
    const which = rare.join(' and ');
    notes.warn(inputId, name, `${which}: the mass counts; hydropathy and instability have no value for it`, line);
  }
}

type Noted = { name: string; sequence: string; inputId: string; line: number };
