import type { Run, Settings, ToolRun } from '../contract.ts';
import { toSdf } from '../shared/ligands/molfile.ts';
import { notePrepared } from '../shared/ligands/notePrepared.ts';
import { LigandError } from '../shared/ligands/openBabel.ts';
import { namedPdbqt } from '../shared/ligands/pdbqt.ts';
import type { PreparedLigand } from '../shared/ligands/prepareLigand.ts';
import { type LigandRecord, readLigands } from '../shared/ligands/readLigands.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { check } from './check.ts';
import { type IsomerOptions, prepareIsomers } from './prepareIsomers.ts';
import { ligands } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readLigands(job.inputs, ligands);
  const rejects = new Rejects(job);
  const notes = new Notes(job);
  notes.read(read);
  let written = 0;
  await using rdkit = new Rdkit();
  for (const [i, record] of records.entries()) {
    try {
      let made = 0;
      for await (const one of prepareIsomers({ job, rdkit }, record, optionsOf(job))) {
        if ('failure' in one.made) {
          notes.leftOut(record.inputId, record.name, 'stereo', [one.made.smiles], one.made.failure);
          continue;
        }
        const name = one.isomer === undefined ? record.name : `${record.name} isomer ${one.isomer}`;
        write(job, { ...record, name }, i + 1, one.isomer, one.made);
        notePrepared(notes, { ...record, name }, one.made);
        if (one.more && one.isomer === 1)
          notes.warn(record.inputId, record.name, moreIsomers(job.settings), record.line);
        made++;
      }
      if (job.signal.aborted) break;
      if (made === 0) throw new LigandError('none of its stereoisomers could be made');
      written += made;
    } catch (error) {
      if (!(error instanceof LigandError)) throw error;
      rejects.add(record, error.message);
    }
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) break;
  }
  if (written === 0) rejects.explainNothing();
};

const moreIsomers = ({ max_isomers }: Settings): string =>
  `more than ${max_isomers} stereoisomers; the others are not made`;

const optionsOf = ({ settings }: ToolRun): IsomerOptions => ({
  maxIsomers: settings.stereo === 'enumerate' ? (settings.max_isomers as number) : null,
  ph: settings.ph as number | null,
  generate3d: settings.generate_3d as IsomerOptions['generate3d'],
  seed: settings.seed as number,
  maxHeavyAtoms: ligands.capabilities.maxHeavyAtoms as number,
});

function write(
  job: ToolRun,
  record: FromInput<LigandRecord>,
  number: number,
  isomer: number | undefined,
  prepared: PreparedLigand,
): void {
  const { name, inputId } = record;
  const { molfile, pdbqt, smiles, rotatable = null, charge, heavyAtoms, problem = null } = prepared;
  const { open, minimized = null, removed } = prepared;
  const place = { sourceInputIds: [inputId] };
  const stem = isomer === undefined ? '' : `-${String(isomer).padStart(2, '0')}`;
  const file = (extension: string) => numbered('ligand', number, extension).replace('.', `${stem}.`);
  job.file('ligand_sdf', file('sdf'), toSdf(molfile, name, {}, record.tags), place);
  if (pdbqt) job.file('ligand_pdbqt', file('pdbqt'), namedPdbqt(pdbqt, name), place);
  const made = {
    undefined_stereo: open.join(', '),
    removed_fragments: removed.map((one) => one.smiles).join('.'),
    minimized,
    number,
    isomer: isomer ?? null,
    pdbqt_problem: problem,
  };
  const row = { name, smiles, rotatable, charge, heavy_atoms: heavyAtoms, ...made };
  job.item('ligands', row, place);
}
