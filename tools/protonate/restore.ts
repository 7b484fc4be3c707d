import { ToolError } from '../contract.ts';
import { type StagedResidue, seqOf } from '../shared/native/stageStructure.ts';
import { type Atom, type Residue, residueName } from '../shared/structure/structure.ts';
import type { PqrAtom } from './parse.ts';

export interface Protonated {
  /** The residue of the input, with its chain and number. */
  original: Residue;
  atoms: PqrAtom[];
}

/**
 * Groups the atoms that PDB2PQR wrote by the residues of the input.
 *
 * @throws ToolError when a residue is missing.
 */
export function byResidue(atoms: PqrAtom[], residues: StagedResidue[]): Protonated[] {
  const found = Map.groupBy(atoms, ({ chain, number }) => `${chain} ${number}`);
  return residues.map(({ original, written }) => {
    const own = found.get(`${written.chain} ${written.number}`);
    if (!own) throw new ToolError(`pdb2pqr30 left out ${residueName(original)}: the force field has no charges for it`);
    return { original, atoms: own };
  });
}

/** Returns a PQR file with words separated by white space, and with chains and numbers of the input. */
export function writePqr(all: Protonated[]): string {
  let serial = 0;
  const lines = all.flatMap(({ original, atoms }, i) => {
    const place = `${original.chain} ${seqOf(original).padStart(4)}`;
    const own = atoms.map(({ name, residue, x, y, z, charge, radius }) => {
      const point = [x, y, z].map((value) => value.toFixed(3).padStart(9)).join('');
      const words = `${String(++serial).padStart(5)} ${columnsOf(name)} ${residue.padEnd(3)} ${place}`;
      return `ATOM  ${words}  ${point} ${charge.toFixed(4).padStart(8)} ${radius.toFixed(4).padStart(7)}`;
    });
    const next = all[i + 1]?.original;
    return next && next.chain === original.chain ? own : [...own, 'TER'];
  });
  return `${[...lines, 'END'].join('\n')}\n`;
}

const columnsOf = (name: string): string => (name.length === 4 ? name : ` ${name}`.padEnd(4));

/**
 * Returns the residues with their hydrogens for a PDB file, under the names of the Protein Data Bank and with the chain
 * letters of the staged file.
 */
export function withHydrogens(all: Protonated[], staged: StagedResidue[]): Residue[] {
  return all.map(({ original, atoms }, i) => {
    const { written } = staged[i]!;
    const known = new Map(original.atoms.map((atom) => [`${atom.x} ${atom.y} ${atom.z}`, atom]));
    const made = atoms.map(({ name, x, y, z }): Atom => {
      const element = name.replace(/\d/g, '')[0] ?? '';
      const { occupancy = 1, bFactor = 0 } = known.get(`${x} ${y} ${z}`) ?? {};
      return { name, altLoc: '', element, x, y, z, occupancy, bFactor };
    });
    const { number, insertion } = original.number > 9999 ? written : original;
    return { ...written, number, insertion, name: pdbNames[written.name] ?? written.name, atoms: made };
  });
}

/** Names in the Protein Data Bank of protonation states, which are recognised by their hydrogens. */
const pdbNames: Record<string, string> = {
  ...{ HID: 'HIS', HIE: 'HIS', HIP: 'HIS', ASH: 'ASP', GLH: 'GLU', LYN: 'LYS', CYM: 'CYS', TYM: 'TYR' },
};
