import { asProgramsKnow, isModified } from '../native/programResidues.ts';
import { heavyAtomsOf } from '../structure/residues.ts';
import type { Residue } from '../structure/structure.ts';

/** Names that GROMACS has for protonation states, whatever the force field calls them. */
const states: Record<string, string> = {
  ...{ HISD: 'HID HSD HISD HISA', HISE: 'HIE HSE HISE HISB', HISH: 'HIP HSP HISH HISP', LYSN: 'LYN LSN LYSN' },
};

const stateOf = new Map(
  Object.entries(states).flatMap(([state, names]) => names.split(' ').map((name) => [name, state] as const)),
);

/** Names of the force fields' own for acids with a proton: pdb2gmx takes it from the general ones (ASPH). OPLS has none. */
const acids: Record<string, Record<string, string>> = {
  'amber99sb-ildn': { ASP: 'ASH', GLU: 'GLH' },
  charmm27: { ASP: 'ASPP', GLU: 'GLUP' },
};

const acidNames = new Set('ASH ASPH ASPP GLH GLUH GLUP'.split(' '));

/** Heavy atoms that a residue needs and lacks; undefined for one that the force fields do not know. */
export function missingAtoms(residue: Residue): string[] | undefined {
  const wanted = isModified(residue) ? undefined : heavyAtomsOf(residue.parent ?? '');
  if (wanted === undefined) return undefined;
  const has = new Set(asProgramsKnow(residue).atoms.map(({ name }) => name));
  return wanted.filter((name) => !has.has(name));
}

/** The residue by the name that GROMACS has for its state, with its heavy atoms alone, and with the second oxygen at the end of a chain. */
export function standardResidue(residue: Residue, isLast: boolean, forcefield: string): Residue {
  const standard = asProgramsKnow(residue);
  const known = new Set([...(heavyAtomsOf(standard.name) ?? []), ...(isLast ? ['OXT'] : [])]);
  const name = stateName(residue.name, standard.name, forcefield) ?? standard.name;
  return { ...standard, name, atoms: standard.atoms.filter((atom) => known.has(atom.name)) };
}

/** Name of the protonation state that the name of a residue says; AMBER puts N or C before those at the ends of chains. */
function stateName(name: string, parent: string, forcefield: string): string | undefined {
  const inner = name.length === 4 ? name.slice(1) : name;
  if (acidNames.has(name) || acidNames.has(inner)) return acids[forcefield]?.[parent];
  return stateOf.get(name) ?? stateOf.get(inner);
}

/** What of a residue's name the simulation does not keep; undefined where it keeps it. */
export function lostState(residue: Residue, forcefield: string): string | undefined {
  const isAcid = acidNames.has(residue.name) || acidNames.has(residue.name.slice(1));
  return isAcid && !acids[forcefield] ? `${forcefield} has no proton for it` : undefined;
}
