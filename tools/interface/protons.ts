import { stateOf } from '../shared/structure/protonationStates.ts';
import { isHydrogen, type Residue, residuesOf, type Structure } from '../shared/structure/structure.ts';

/** Returns the protonation state of a residue where its name or its hydrogens say one: `HID`, `HIE`, `HIP`, `ASH`, `GLH`, `LYN`. */
export type StateOf = (residue: Residue) => string | undefined;

const keyOf = ({ chain, number, insertion, name }: Residue): string => `${chain} ${number}${insertion} ${name}`;

/** The states are those of the file: hydrogens are left out later. */
export function statesOf(structure: Structure): StateOf {
  const states = new Map<string, string>();
  for (const residue of residuesOf(structure)) {
    const state = stateOf.get(residue.name) ?? byHydrogens(residue);
    if (state) states.set(keyOf(residue), state);
  }
  return (residue) => states.get(keyOf(residue));
}

function byHydrogens({ parent, atoms }: Residue): string | undefined {
  const names = new Set(atoms.filter(isHydrogen).map(({ name }) => name));
  const has = (...wanted: string[]) => wanted.some((name) => names.has(name));
  if (parent === 'HIS' && has('HD1')) return has('HE2') ? 'HIP' : 'HID';
  if (parent === 'HIS' && has('HE2')) return 'HIE';
  if (parent === 'ASP' && has('HD1', 'HD2')) return 'ASH';
  if (parent === 'GLU' && has('HE1', 'HE2')) return 'GLH';
  const onLysine = ['HZ1', 'HZ2', 'HZ3'].filter((name) => names.has(name)).length;
  return parent === 'LYS' && onLysine === 2 ? 'LYN' : undefined;
}
