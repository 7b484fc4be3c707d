import type { Mol } from '@rdkit/rdkit';
import { symbols } from '../elements.ts';
import type { JsonAtom, JsonBond } from './rdkitJson.ts';
import type { Toolbox } from './toolbox.ts';

/** Alkali and alkaline earth metals. In salts they are ions, even when they are drawn with covalent bonds. */
const saltMetals = new Set(
  ['Li', 'Na', 'K', 'Rb', 'Cs', 'Mg', 'Ca', 'Sr', 'Ba'].map((symbol) => symbols.indexOf(symbol)),
);

const acids = new Set(['N', 'O', 'S'].map((symbol) => symbols.indexOf(symbol)));

/**
 * Returns the molecule with ions instead of covalent bonds such as O-Na; undefined when it has no such bonds. The
 * caller deletes the returned molecule.
 */
export function disconnectSalts({ rdkit }: Toolbox, mol: Mol): Mol | undefined {
  const json = JSON.parse(mol.get_json());
  const { defaults, molecules } = json;
  const [molecule] = molecules as {
    atoms: Partial<JsonAtom>[];
    bonds?: (Partial<JsonBond> & Pick<JsonBond, 'atoms'>)[];
  }[];
  const z = (i: number) => molecule!.atoms[i]!.z ?? defaults.atom.z;
  const isSalt = ({ bo, atoms: [a, b] }: { bo?: number; atoms: [number, number] }) =>
    (bo ?? 1) === 1 && ((saltMetals.has(z(a)) && acids.has(z(b))) || (saltMetals.has(z(b)) && acids.has(z(a))));
  const salts = molecule!.bonds?.filter(isSalt) ?? [];
  if (salts.length === 0) return undefined;
  for (const { atoms: ends } of salts)
    for (const i of ends) {
      const atom = molecule!.atoms[i]!;
      atom.chg = (atom.chg ?? 0) + (saltMetals.has(z(i)) ? 1 : -1);
    }
  const bonds = molecule!.bonds!.filter((bond) => !salts.includes(bond));
  // Drop the extensions: they refer to bonds by number, and RDKit computes them again.
  const { extensions: _, ...rest } = molecule as object & { extensions?: unknown };
  return rdkit.get_mol(JSON.stringify({ ...json, molecules: [{ ...rest, bonds }] })) ?? undefined;
}
