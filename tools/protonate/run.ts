import { join } from 'node:path';
import { type Run, type Settings, ToolError, type ToolRun } from '../contract.ts';
import { noteStaged } from '../shared/native/noteStaged.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { asPropkaKnows, endsWithoutOxygen, secondOxygen } from '../shared/native/programResidues.ts';
import { programs } from '../shared/native/programs.ts';
import { type Staged, type StagedResidue, seqOf, stageStructure } from '../shared/native/stageStructure.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { noteLetters } from '../shared/structure/noteStructure.ts';
import { readStructures, type StructureRecord } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { findAtom, type Residue, residueName } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { netCharge, parsePqr, parsePropka, type TitratableGroup } from './parse.ts';
import { runPdb2pqr } from './pdb2pqr.ts';
import { prepare } from './residues.ts';
import { byResidue, type Protonated, withHydrogens, writePqr } from './restore.ts';
import { runPropka } from './runPropka.ts';
import { withoutStubs } from './stubs.ts';
import { structures } from './tool.ts';

const INPUT = 'structure.pdb';
const PROPKA = 'propka.pdb';
const PQR = 'structure.pqr';
const APBS = 'apbs.in';

export const run: Run = async (job) => {
  const { records, problems } = readStructures(job.inputs, structures, 'backbone', {
    ...selectionOf(job.settings),
    sideChains: true,
  });
  refuseProblems({ problems, units: 0 });
  const notes = new Notes(job);
  for (const [i, read] of records.entries()) {
    const { name, inputId } = read;
    const { structure, stubs } = withoutStubs(read.structure);
    const record = { ...read, structure };
    const staged = stage(job, record);
    const order = { cwd: job.workdir, signal: job.signal };
    const prepared = await runPdb2pqr(name, { ...order, args: options(job.settings) });
    if (prepared.stopped) return;
    const atoms = parsePqr(readOutput(programs.pdb2pqr, join(job.workdir, PQR)));
    const residues = named(name, () => byResidue(atoms, staged.residues));
    const titrated = await runPropka(PROPKA, order);
    if (titrated.stopped) return;
    const { groups, charges, ...points } = parsePropka(readOutput(programs.propka, join(job.workdir, 'propka.pka')));
    const place = { sourceInputIds: [inputId] };
    job.item('summary', { structure: name, atoms: atoms.length, net_charge: netCharge(atoms), ...points }, place);
    for (const row of rowsOf(groups, staged.residues)) job.item('titratable', { structure: name, ...row }, place);
    for (const row of charges) job.item('titration', { structure: name, ...row }, place);
    job.file('pqr', numbered('structure', i + 1, 'pqr'), writePqr(residues), place);
    job.file('apbs_input', numbered('apbs', i + 1, 'in'), readOutput(programs.pdb2pqr, join(job.workdir, APBS)), place);
    const pdb = writePdb(withHydrogens(residues, staged.residues), { id: structure.id, hybrid36: true });
    job.file('hydrogens', numbered('protonated', i + 1, 'pdb'), pdb, place);
    notes.leftOut(
      inputId,
      name,
      'residue',
      stubs.map(residueName),
      'PDB2PQR cannot build it: too few of its atoms are there',
    );
    noteAll(notes, { ...record, staged, groups, residues }, job.settings.forcefield as string);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

/**
 * Writes the protein for both programs, and its waters for PDB2PQR unless they are dropped. Residues are renumbered,
 * because both programs confuse insertion codes.
 */
function stage({ workdir, settings }: ToolRun, { structure }: StructureRecord): Staged {
  const { altloc, forcefield, drop_water } = settings as { altloc: string; forcefield: string; drop_water: boolean };
  const isProtein = (residue: Residue) => residue.class === 'protein' && residue.parent !== null;
  const common = { altloc, renumber: true };
  const ends = new Set(endsWithoutOxygen(structure.chains).map(placeOf));
  // PDB2PQR completes the ends of chains. PROPKA gets complete ends too, so that the charges of both agree.
  const asPropka = (residue: Residue) => {
    const known = asPropkaKnows(residue);
    const oxygen = ends.has(placeOf(residue)) ? secondOxygen(known) : undefined;
    return oxygen ? { ...known, atoms: [...known.atoms, oxygen] } : known;
  };
  stageStructure(workdir, PROPKA, structure, { ...common, isWanted: isProtein, as: asPropka });
  return stageStructure(workdir, INPUT, structure, {
    ...common,
    isWanted: (residue) => isProtein(residue) || (!drop_water && residue.class === 'water'),
    as: (residue) => (residue.class === 'water' ? asWater(residue) : asGiven(residue, forcefield)),
  });
}

/** Identifies a residue by the coordinates of its C atom, because chains may have other letters in the written file. */
const placeOf = (residue: Residue): string => {
  const c = findAtom(residue, 'C');
  return c ? `${c.x} ${c.y} ${c.z}` : '';
};

const asWater = (residue: Residue): Residue => ({ ...residue, name: 'HOH' });

const asGiven = (residue: Residue, forcefield: string): Residue => ({
  ...prepare(residue, forcefield).residue,
  isHet: false,
});

const options = ({ ph, forcefield, drop_water, titrate }: Settings): string[] => [
  `--ff=${forcefield}`,
  ...(titrate ? [`--with-ph=${ph}`, '--titration-state-method=propka'] : []),
  ...(drop_water ? ['--drop-water'] : []),
  '--keep-chain',
  `--apbs-input=${APBS}`,
  INPUT,
  PQR,
];

/** Returns the rows of groups, with the residues of the input. */
function rowsOf(groups: TitratableGroup[], residues: StagedResidue[]) {
  const known = new Map(residues.map(({ original, written }) => [`${written.chain} ${written.number}`, original]));
  return groups.map(({ group, residue, chain, pka, model_pka }) => {
    const original = known.get(`${chain} ${residue}`);
    if (!original) throw new ToolError(`propka3 wrote a residue ${chain}:${residue} that it was not given`);
    const place = { residue: original.number, chain: original.chain, seq: seqOf(original), res: original.name };
    return { group, ...place, pka, model_pka };
  });
}

const TITRATABLE = ['ASP', 'GLU', 'HIS', 'CYS', 'TYR', 'LYS', 'ARG'];

interface Noted extends StructureRecord {
  inputId: string;
  staged: Staged;
  groups: TitratableGroup[];
  residues: Protonated[];
}

function noteAll(notes: Notes, noted: Noted, forcefield: string): void {
  const { name, inputId, staged, groups, structure } = noted;
  const ends = endsWithoutOxygen(structure.chains).map(residueName);
  if (ends.length > 0)
    notes.warn(
      inputId,
      name,
      `the end of the chain lacks its oxygen OXT, which was added: ${ends.slice(0, 20).join(', ')}`,
    );
  // Residues with other names have specific warnings below, so this call must not report them.
  const asOriginal = staged.residues.map(({ original }) => ({ original, written: original }));
  noteStaged(notes, noted, { ...staged, residues: asOriginal }, 'PDB2PQR has no charges for it');
  noteLetters(notes, noted);
  const charged = staged.unused.filter(({ class: kind }) => kind === 'ligand').map(residueName);
  if (charged.length > 0)
    notes.warn(
      inputId,
      name,
      `the charge of ${charged.slice(0, 20).join(', ')} is in neither the PQR nor the pKa values of its neighbours`,
    );
  for (const { original } of staged.residues) {
    if (original.class === 'water') continue;
    const { warning, lost, state } = prepare(original, forcefield);
    if (warning) notes.warn(inputId, name, warning);
    const names = lost.map((atom) => `${residueName(original)} ${atom}`);
    notes.leftOut(inputId, name, 'atom', names, `PDB2PQR has no charges for ${original.name}`);
    if (state) notes.warn(inputId, name, `${residueName(original)} keeps the state that its name says, at any pH`);
  }
  const titrated = new Set(groups.map(({ chain, residue }) => `${chain} ${residue}`));
  const untitrated = staged.residues.filter(
    ({ written, original }) =>
      TITRATABLE.includes(original.parent ?? '') && !titrated.has(`${written.chain} ${written.number}`),
  );
  const names = untitrated.map(({ original }) => residueName(original));
  notes.leftOut(inputId, name, 'residue', names, 'PROPKA gives no pKa for it: its side chain lacks atoms');
}

function named<T>(name: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof ToolError ? new ToolError(`${name}: ${error.message}`) : error;
  }
}
