import type { MolAtom } from '../shared/ligands/molfile.ts';
import { atomLinesOf } from '../shared/ligands/pdbqt.ts';
import { TextProblems } from '../shared/problems.ts';
import { MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { readPdb } from '../shared/structure/pdb.ts';
import { type Residue, residuesOf } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import type { Receptor } from './readReceptor.ts';

/** The pose of a ligand: atoms with their positions, and pairs of bonded atoms, counted from 0. */
export interface PlacedLigand {
  atoms: MolAtom[];
  bonds: [number, number][];
}

/** AutoDock's atom types whose names differ from the element. */
const elementOfType: Record<string, string> = { A: 'C', OA: 'O', OS: 'O', NA: 'N', NS: 'N', SA: 'S', HD: 'H', HS: 'H' };

export const elementOf = (type: string): string =>
  elementOfType[type] ?? (/^C?G\d$/.test(type) ? 'C' : type.slice(0, 2).toUpperCase());

/**
 * Returns the residues of the receptor as they were given, without the hydrogens that docking adds. Returns undefined
 * for a PDBQT whose other columns are not a valid PDB file.
 */
export function receptorResidues({ source }: Receptor): Residue[] | undefined {
  if ('residues' in source) return source.residues;
  const lines = atomLinesOf(source.pdbqt).split('\n');
  const pdb = lines.map(
    (line) => line && `${line.slice(0, 66).padEnd(76)}${elementOf(line.slice(77, 80).trim()).padStart(2)}`,
  );
  const read = readPdb(pdb.join('\n'), 1, { maxAtomLines: 2 * MAX_MODEL_ATOMS }, new TextProblems());
  return read && residuesOf(read).map((residue) => ({ ...residue, chain: residue.chain.slice(0, 1) }));
}

/**
 * Returns a PDB file of the receptor with its chains, followed by a pose. The pose is one residue of HETATM lines with
 * CONECT. It is called LIG and has its own chain, under another name and letter if the receptor has these.
 */
export function complexPdb(receptor: Residue[], id: string | null, { atoms, bonds }: PlacedLigand): string {
  const names = new Set(receptor.map(({ name }) => name));
  const chains = new Set(receptor.map(({ chain }) => chain));
  const name = ['LIG', ...Array.from({ length: 99 }, (_, i) => `L${String(i + 1).padStart(2, '0')}`)].find(
    (one) => !names.has(one),
  );
  const letters = 'LXYZABCDEFGHIJKMNOPQRSTUVWabcdefghijklmnopqrstuvwxyz0123456789';
  const chain = [...letters].find((one) => !chains.has(one)) ?? receptor.at(-1)!.chain;
  const isAlone = !chains.has(chain);
  const number = isAlone ? 1 : Math.max(...receptor.map((residue) => residue.number)) + 1;
  const ligand: Residue = {
    ...{ chain, number, insertion: '', name: name ?? 'LIG', parent: null, class: 'ligand', isHet: true },
    atoms: namedAtoms(atoms),
  };
  const lines = writePdb([...receptor, ligand], { id })
    .trimEnd()
    .split('\n');
  const serials = lines.slice(-1 - atoms.length, -1).map((line) => line.slice(6, 11));
  const conect = atoms.map((_, i) => {
    const bonded = bonds.flatMap(([a, b]) => (a === i ? [b] : b === i ? [a] : []));
    return [i, ...bonded.toSorted((a, b) => a - b).slice(0, 4)];
  });
  const connections = conect.filter(({ length }) => length > 1);
  const written = connections.map((numbers) => `CONECT${numbers.map((i) => serials[i]!).join('')}`.padEnd(80));
  return `${[...lines.slice(0, -1), ...written, 'END'].join('\n')}\n`;
}

/** Names atoms by element and number, as in C12. */
function namedAtoms(atoms: MolAtom[]): Residue['atoms'] {
  const counts = new Map<string, number>();
  return atoms.map(({ element: written, point: [x, y, z] }) => {
    const element = written.toUpperCase();
    const count = (counts.get(element) ?? 0) + 1;
    counts.set(element, count);
    return { name: `${element}${count}`, altLoc: '', element, x, y, z, occupancy: 1, bFactor: 0 };
  });
}

/** Returns the atoms of a pose in PDBQT, whose bonds are not known. */
export const placedPdbqt = (atoms: { type: string; point: MolAtom['point'] }[]): PlacedLigand => ({
  atoms: atoms.flatMap(({ type, point }) => (/^G\d$/.test(type) ? [] : [{ element: elementOf(type), point }])),
  bonds: [],
});
