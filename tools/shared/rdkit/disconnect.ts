import type { Mol } from '@rdkit/rdkit';
import { symbols } from '../elements.ts';
import type { JsonAtom, JsonBond } from './rdkitJson.ts';
import type { Toolbox } from './toolbox.ts';

/** Alkali and alkaline earth metals, which are ions in salts however they are drawn. */
const saltMetals = new Set(
  ['Li', 'Na', 'K', 'Rb', 'Cs', 'Mg', 'Ca', 'Sr', 'Ba'].map((symbol) => symbols.indexOf(symbol)),
);

const acids = new Set(['N', 'O', 'S'].map((symbol) => symbols.indexOf(symbol)));

/** The molecule with ions for covalent bonds such as O-Na; undefined where there are none. The caller deletes it. */
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
  // The extensions number bonds, and are computed again.
  const { extensions: _, ...rest } = molecule as object & { extensions?: unknown };
  return rdkit.get_mol(JSON.stringify({ ...json, molecules: [{ ...rest, bonds }] })) ?? undefined;
}
