import type { Run, ToolRun } from '../contract.ts';
import { toSdf } from '../shared/ligands/molfile.ts';
import { notePrepared } from '../shared/ligands/notePrepared.ts';
import { LigandError } from '../shared/ligands/openBabel.ts';
import { namedPdbqt } from '../shared/ligands/pdbqt.ts';
import { type PreparedLigand, type PrepareOptions, prepareLigand } from '../shared/ligands/prepareLigand.ts';
import { type LigandRecord, readLigands } from '../shared/ligands/readLigands.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { check } from './check.ts';
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
      const prepared = await prepareLigand({ job, rdkit }, record, optionsOf(job));
      if (!prepared) break;
      write(job, record, i + 1, prepared);
      notePrepared(notes, record, prepared);
      written++;
    } catch (error) {
      if (!(error instanceof LigandError)) throw error;
      rejects.add(record, error.message);
    }
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) break;
  }
  if (written === 0) rejects.explainNothing();
};

const optionsOf = ({ settings }: ToolRun): PrepareOptions => ({
  ph: settings.ph as number | null,
  generate3d: settings.generate_3d as PrepareOptions['generate3d'],
  seed: settings.seed as number,
  maxHeavyAtoms: ligands.capabilities.maxHeavyAtoms as number,
});

function write(job: ToolRun, record: FromInput<LigandRecord>, number: number, prepared: PreparedLigand): void {
  const { name, inputId } = record;
  const { molfile, pdbqt, smiles, rotatable = null, charge, heavyAtoms, problem = null } = prepared;
  const { open, minimized = null, removed } = prepared;
  const place = { sourceInputIds: [inputId] };
  job.file('ligand_sdf', numbered('ligand', number, 'sdf'), toSdf(molfile, name), place);
  if (pdbqt) job.file('ligand_pdbqt', numbered('ligand', number, 'pdbqt'), namedPdbqt(pdbqt, name), place);
  const made = {
    undefined_stereo: open.join(', '),
    removed_fragments: removed.map((one) => one.smiles).join('.'),
    minimized,
    number,
    pdbqt_problem: problem,
  };
  const row = { name, smiles, rotatable, charge, heavy_atoms: heavyAtoms, ...made };
  job.item('ligands', row, place);
}
