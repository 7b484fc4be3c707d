import { join } from 'node:path';
import type { Run, ToolRun } from '../contract.ts';
import { runPython } from '../shared/native/runPython.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { normalise } from '../shared/structure/normalise.ts';
import { readStructures, type StructureRecord } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { atomsOf, isHydrogen, type Residue } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { check } from './check.ts';
import { closestContact } from './contacts.ts';
import { type MergedResidue, merge, type RepairedResidue } from './merge.ts';
import { leaveNotes } from './notes.ts';
import { planChain, type RepairSettings } from './plan.ts';
import { type Staged, stage } from './stage.ts';
import { structures } from './tool.ts';

const FILE = 'structure.pdb';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readStructures(job.inputs, structures, 'polymer', selectionOf(job.settings));
  const notes = new Notes(job);
  for (const [i, record] of records.entries()) {
    if (!(await repair(job, record, i + 1, notes))) return;
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

/** Writes the outputs of one structure. Returns false if the job was stopped. */
async function repair(
  job: ToolRun,
  record: StructureRecord & { inputId: string },
  number: number,
  notes: Notes,
): Promise<boolean> {
  const settings = job.settings as unknown as RepairSettings;
  const { name, structure, inputId } = record;
  const options = { keepHydrogens: false, mseToMet: false, altloc: job.settings.altloc as string };
  const { chains, changes } = normalise(structure, options);
  const plans = chains.map((chain) => planChain(chain, structure, settings));
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
  job.file('structure', file, writePdb(residues, { id: structure.id, hybrid36: true }), place);
  const sources = new Map(staged.residues.map((residue, i) => [residue, staged.sources[i]!]));
  const rows = merged.flatMap((each) => rowOf(each, each.source && sources.get(each.source)) ?? []);
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
  leaveNotes(notes, { record, changes, plans, merged, settings }, contact);
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
      complete: settings.missing_atoms,
      hydrogens: settings.add_hydrogens,
      ph: settings.ph,
      seed: settings.seed,
    },
    cwd: job.workdir,
    signal: job.signal,
  });
}

const isPolymer = (residue: Residue) => residue.class !== 'ligand' && residue.class !== 'water';

/** Returns polymers first, then ligands and waters, in the order of structure-prepare. */
function inOrder(merged: MergedResidue[]): Residue[] {
  const all = merged.map(({ residue }) => residue);
  return [...all.filter(isPolymer), ...all.filter((residue) => !isPolymer(residue))];
}

/** Returns a row for a residue in which more than hydrogens changed. `source` is the residue of the input. */
function rowOf({ residue }: MergedResidue, source: Residue | undefined) {
  const names = (of: Residue | undefined) =>
    of ? of.atoms.filter((atom) => !isHydrogen(atom)).map(({ name }) => name) : [];
  const [before, after] = [names(source), names(residue)];
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  const isReplaced = source !== undefined && source.name !== residue.name;
  if (source && !isReplaced && added.length === 0 && removed.length === 0) return undefined;
  return {
    chain: residue.chain,
    number: residue.number,
    insertion: residue.insertion,
    residue: residue.name,
    action: !source ? ('added' as const) : isReplaced ? ('replaced' as const) : ('completed' as const),
    replaces: isReplaced ? source.name : null,
    added,
    removed,
  };
}
