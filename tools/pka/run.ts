import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, ToolRun } from '../contract.ts';
import { asProgramsKnow, asPropkaKnows, endsWithoutOxygen } from '../shared/native/programResidues.ts';
import { runPython } from '../shared/native/runPython.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { normaliseNoted, noteResidues } from '../shared/structure/noteStructure.ts';
import { readStructures, type StructureRecord } from '../shared/structure/readStructures.ts';
import { heavyAtomsOf } from '../shared/structure/residues.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { findAtom, type Residue, residueName } from '../shared/structure/structure.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { chargePicture } from './picture.ts';
import type { CurvePoint, Propka } from './propka.ts';
import { structures } from './tool.ts';

const FILE = 'structure.pdb';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readStructures(job.inputs, structures, 'backbone', {
    ...selectionOf(job.settings),
    sideChains: true,
  });
  const notes = new Notes(job);
  for (const [i, record] of records.entries()) {
    if (!(await titrate(job, record, i + 1, notes))) return;
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

/** Writes the outputs of one structure. Returns false when the job was stopped. */
async function titrate(job: ToolRun, record: Record, count: number, notes: Notes): Promise<boolean> {
  const residues = stage(job, record, notes);
  const script = join(import.meta.dirname, 'propka_groups.py');
  const found = await runPython<Propka>({ script, request: { file: FILE }, cwd: job.workdir, signal: job.signal });
  if (!found) return false;
  const { name, inputId } = record;
  const place = { sourceInputIds: [inputId] };
  for (const group of found.groups) job.item('groups', { structure: name, ...rowOf(group, residues) }, place);
  noteBonded(notes, record, found, residues);
  const hasGroups = found.groups.length > 0;
  const ph = job.settings.ph as number;
  const summary = {
    structure: name,
    groups: found.groups.length,
    pi_folded: hasGroups ? rounded(found.pi[0], 2) : null,
    pi_unfolded: hasGroups ? rounded(found.pi[1], 2) : null,
    charge: rounded(chargeAt(found.curve, ph), 2),
  };
  job.item('summary', summary, place);
  const curve = found.curve.map(([pH, folded, unfolded]) => ({
    pH,
    folded: rounded(folded),
    unfolded: rounded(unfolded),
  }));
  job.file('curve', numbered('charge', count, 'tsv'), writeTsv(['pH', 'folded', 'unfolded'], curve), place);
  job.file(PICTURE, numbered('charge', count, 'svg'), chargePicture(name, found), place);
  return true;
}

type Record = StructureRecord & { inputId: string };

/**
 * Writes the input of PROPKA, in which each residue has a unique number. Notes what is left out and what is missing.
 * Returns the residues in order.
 */
function stage(job: ToolRun, record: Record, notes: Notes): Residue[] {
  const { structure, name, inputId } = record;
  const { altloc, ligands } = job.settings as { altloc: string; ligands: boolean };
  const chains = normaliseNoted(notes, record, { keepHydrogens: false, mseToMet: false, altloc });
  const polymer = chains.flatMap((chain) => chain.polymer);
  const proteins = polymer.filter((residue) => residue.class === 'protein');
  const others = chains.flatMap((chain) => chain.ligands);
  const away = [...polymer.filter((residue) => residue.class !== 'protein'), ...(ligands ? [] : others)];
  noteResidues(notes, record, away, 'pKa values are of the protein alone');
  noteResidues(
    notes,
    record,
    chains.flatMap((chain) => chain.waters),
    'PROPKA does not use waters',
  );
  const ends = endsWithoutOxygen(structure.chains).map(residueName);
  if (ends.length > 0)
    notes.warn(
      inputId,
      name,
      `the end of the chain lacks its oxygen OXT: PROPKA counts no carboxyl group there, and the charge is off by about 1 for each (structure-repair adds it): ${ends.slice(0, 20).join(', ')}`,
    );
  const incomplete = proteins.filter((residue) => lacksAtoms(asProgramsKnow(residue, 'whole'))).map(residueName);
  if (incomplete.length > 0)
    notes.warn(
      inputId,
      name,
      `${incomplete.length} residues lack atoms, so that their pKa is not known and the charge is off (structure-repair completes them): ${incomplete.slice(0, 20).join(', ')}`,
    );
  const residues = [...proteins, ...(ligands ? others : [])];
  const numberedAnew = residues.map((residue, i) => ({ ...asPropkaKnows(residue), number: i + 1, insertion: '' }));
  writeFileSync(join(job.workdir, FILE), writePdb(numberedAnew, { id: null }));
  return residues;
}

const lacksAtoms = (residue: Residue) => (heavyAtomsOf(residue.name) ?? []).some((atom) => !findAtom(residue, atom));

/** Records cysteines in disulfide bonds as left out. PROPKA makes no group for them. */
function noteBonded(notes: Notes, { inputId, name }: Record, { groups }: Propka, residues: Residue[]): void {
  const titrating = new Set(groups.map(({ number }) => number));
  const bonded = residues.filter(({ parent }, i) => parent === 'CYS' && !titrating.has(i + 1)).map(residueName);
  notes.leftOut(inputId, name, 'residue', bonded, 'a cysteine in a disulfide bond does not titrate');
}

function rowOf({ number, group, pka, model, buried, coupled }: Propka['groups'][number], residues: Residue[]) {
  const residue = residues[number - 1]!;
  // PROPKA computes a pKa also from an incomplete side chain, so the residue's atoms are checked here.
  const isKnown = ['N+', 'C-'].includes(group) || !lacksAtoms(asProgramsKnow(residue, 'whole'));
  return {
    chain: residue.chain,
    number: residue.number,
    insertion: residue.insertion,
    residue: residue.name,
    group,
    pka: isKnown ? rounded(pka, 2) : null,
    model_pka: rounded(model, 2),
    shift: isKnown ? rounded(pka - model, 2) : null,
    buried: rounded(buried, 2),
    coupled,
  };
}

/** Returns the charge at a pH, by linear interpolation between two points of the curve. */
function chargeAt(curve: CurvePoint[], ph: number): number {
  const after = curve.findIndex((point) => point[0] >= ph);
  const [next, last] = [curve[after]!, curve[Math.max(0, after - 1)]!];
  const share = next[0] === last[0] ? 0 : (ph - last[0]) / (next[0] - last[0]);
  return last[1] + share * (next[1] - last[1]);
}
