import { asProgramsKnow, isModified } from '../native/programResidues.ts';
import { heavyAtomsOf } from '../structure/residues.ts';
import type { Residue } from '../structure/structure.ts';

/** Names that GROMACS uses for protonation states, each with the names that force fields use for it. */
const states: Record<string, string> = {
  ...{ HISD: 'HID HSD HISD HISA', HISE: 'HIE HSE HISE HISB', HISH: 'HIP HSP HISH HISP', LYSN: 'LYN LSN LYSN' },
};

const stateOf = new Map(
  Object.entries(states).flatMap(([state, names]) => names.split(' ').map((name) => [name, state] as const)),
);

/**
 * The force fields' own names of protonated acids. Under the general names (ASPH) pdb2gmx would remove the proton. OPLS
 * has no such names.
 */
const acids: Record<string, Record<string, string>> = {
  'amber99sb-ildn': { ASP: 'ASH', GLU: 'GLH' },
  charmm27: { ASP: 'ASPP', GLU: 'GLUP' },
};

const acidNames = new Set('ASH ASPH ASPP GLH GLUH GLUP'.split(' '));

/** Returns the heavy atoms that a residue lacks. Returns undefined for a residue that the force fields do not know. */
export function missingAtoms(residue: Residue): string[] | undefined {
  const wanted = isModified(residue) ? undefined : heavyAtomsOf(residue.parent ?? '');
  if (wanted === undefined) return undefined;
  const has = new Set(asProgramsKnow(residue).atoms.map(({ name }) => name));
  return wanted.filter((name) => !has.has(name));
}

/**
 * Returns a residue with only its heavy atoms, under the name that GROMACS has for its protonation state. The last
 * residue of a chain keeps its second oxygen.
 */
export function standardResidue(residue: Residue, isLast: boolean, forcefield: string): Residue {
  const standard = asProgramsKnow(residue);
  const known = new Set([...(heavyAtomsOf(standard.name) ?? []), ...(isLast ? ['OXT'] : [])]);
  const name = stateName(residue.name, standard.name, forcefield) ?? standard.name;
  return { ...standard, name, atoms: standard.atoms.filter((atom) => known.has(atom.name)) };
}

/**
 * Returns the name of the protonation state that a residue's name stands for. AMBER puts N or C before the names of
 * residues at the ends of chains.
 */
function stateName(name: string, parent: string, forcefield: string): string | undefined {
  const inner = name.length === 4 ? name.slice(1) : name;
  if (acidNames.has(name) || acidNames.has(inner)) return acids[forcefield]?.[parent];
  return stateOf.get(name) ?? stateOf.get(inner);
}

/** Returns why the simulation cannot keep the protonation state of a residue's name; undefined when it can. */
export function lostState(residue: Residue, forcefield: string): string | undefined {
  const isAcid = acidNames.has(residue.name) || acidNames.has(residue.name.slice(1));
  return isAcid && !acids[forcefield] ? `${forcefield} has no proton for it` : undefined;
}
