import { join } from 'node:path';
import type { Run, ToolRun } from '../contract.ts';
import { runPython } from '../shared/native/runPython.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { normalise } from '../shared/structure/normalise.ts';
import { readStructures, type StructureRecord } from '../shared/structure/readStructures.ts';
import { atomsOf, isHydrogen, type Residue } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { check } from './check.ts';
import { closestContact } from './contacts.ts';
import { declaredSequences } from './declared.ts';
import { type MergedResidue, merge, type RepairedResidue } from './merge.ts';
import { leaveNotes } from './notes.ts';
import { planChain, type RepairSettings } from './plan.ts';
import { type Staged, stage } from './stage.ts';
import { keptResidues } from './stereo.ts';
import { structures } from './tool.ts';

const FILE = 'structure.pdb';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const model = job.settings.model as number;
  const { records } = readStructures(job.inputs, structures, 'polymer', { model });
  const notes = new Notes(job);
  for (const [i, record] of records.entries()) {
    if (!(await repair(job, record, i + 1, notes))) return;
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

/** Writes the outputs of one structure. Returns false when the job was stopped. */
async function repair(
  job: ToolRun,
  { name, structure, inputId }: StructureRecord & { inputId: string },
  number: number,
  notes: Notes,
): Promise<boolean> {
  const settings = job.settings as unknown as RepairSettings;
  const { text, format } = job.inputs.find(({ id }) => id === inputId)!;
  const declared = declaredSequences(text, format);
  const { chains } = normalise(structure, { keepHydrogens: false, mseToMet: false });
  const plans = chains.map((chain) => planChain(chain, declared, settings));
  const staged = stage(job.workdir, FILE, plans, settings);
  const repaired = await askPython(job, staged, settings);
  if (!repaired) return false;
  const merged = merge(
    repaired,
    staged.residues,
    plans.flatMap(({ added }) => added.flatMap(({ places }) => places)),
  );
  const place = { sourceInputIds: [inputId] };
  const file = numbered('repaired', number, 'pdb');
  const residues = inOrder(merged);
  job.file('structure', file, writePdb(residues, structure), place);
  const rows = merged.flatMap((each) => rowOf(each) ?? []);
  const contact = closestContact(merged);
  const hydrogens = merged.flatMap(({ added }) => added.filter(isHydrogen)).length;
  job.item(
    'summary',
    {
      structure: name,
      file,
      model: job.settings.model,
      residues: residues.filter(isPolymer).length,
      atoms: atomsOf(residues).length,
      residues_added: rows.filter(({ action }) => action === 'added').length,
      residues_replaced: rows.filter(({ action }) => action === 'replaced').length,
      heavy_atoms_added: rows.reduce((sum, { added }) => sum + added.length, 0),
      hydrogens_added: hydrogens,
      closest_contact: contact,
    },
    place,
  );
  for (const row of rows) job.item('residues', { structure: name, ...row }, place);
  leaveNotes(notes, { inputId, name, structure, plans, merged, settings }, contact);
  return true;
}

function askPython(job: ToolRun, staged: Staged, settings: RepairSettings): Promise<RepairedResidue[] | undefined> {
  return runPython<RepairedResidue[]>({
    script: join(import.meta.dirname, 'repair.py'),
    request: {
      file: FILE,
      atoms: atomsOf(staged.residues).length,
      missing: staged.missing,
      open: staged.open,
      replace: settings.modified === 'parent',
      keep: keptResidues(staged.residues),
      complete: settings.missing_atoms,
      hydrogens: settings.add_hydrogens,
      ph: settings.ph,
      seed: settings.seed,
    },
    cwd: job.workdir,
    signal: job.signal,
  });
}

const isPolymer = (residue: Residue) => residue.class === 'protein' || residue.class === 'nucleic';

/** Polymers first, then ligands and waters, as structure-prepare writes them. */
function inOrder(merged: MergedResidue[]): Residue[] {
  const all = merged.map(({ residue }) => residue);
  return [...all.filter(isPolymer), ...all.filter((residue) => !isPolymer(residue))];
}

/** A row for a residue of which more than hydrogens changed. */
function rowOf({ residue, source, added, removed }: MergedResidue) {
  const heavy = added.filter((atom) => !isHydrogen(atom)).map(({ name }) => name);
  const isReplaced = source !== undefined && source.name !== residue.name;
  if (source && !isReplaced && heavy.length === 0 && removed.length === 0) return undefined;
  return {
    chain: residue.chain,
    number: residue.number,
    insertion: residue.insertion,
    residue: residue.name,
    action: !source ? ('added' as const) : isReplaced ? ('replaced' as const) : ('completed' as const),
    replaces: isReplaced ? source.name : null,
    added: heavy,
    removed,
  };
}
