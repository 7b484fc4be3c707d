import type { Mol } from '@rdkit/rdkit';
import type { About } from '../../moleculeTools.ts';
import { canonicalSmiles, withJson, withMol } from '../readMol.ts';
import { Rejection, type Toolbox } from '../toolbox.ts';

export interface StereoOptions {
  /** A 3D structure of the molecule, with the same charges and the atoms in the same order. */
  made: string;
  /** Maximum number of stereoisomers to list. */
  maxIsomers?: number;
}

export interface Stereo extends About {
  /** Whether `made` has all stereo that the first molecule defines. */
  kept: boolean;
  /** Stereocentres and double bonds that only `made` defines, with the numbers of their atoms: `C3`, `C4=C5`. */
  chosen: string[];
  /** Canonical SMILES of the stereoisomers that differ in the `chosen` stereo, beginning with that of `made`. */
  isomers: string[];
}

/** Part of RDKit's JSON of a molecule. */
interface Json {
  molecules: {
    atoms: { z?: number; stereo?: string }[];
    conformers?: unknown;
    bonds: { atoms: [number, number]; stereo?: string }[];
  }[];
}

const ANY_IMINE = { anyImine: true };

/**
 * Compares the stereo of a molecule with a 3D structure made from it. A 3D structure always is one stereoisomer, even
 * if the molecule leaves stereo undefined.
 */
export function stereo(tools: Toolbox, text: string, { made, maxIsomers = 1 }: StereoOptions): Stereo {
  return withMol(tools, text, ANY_IMINE, (given) =>
    withMol(tools, made, ANY_IMINE, (other) => {
      const before = jsonOf(given);
      const after = jsonOf(other);
      const [{ atoms, bonds }, { atoms: madeAtoms, bonds: madeBonds }] = [before.molecules[0]!, after.molecules[0]!];
      if (atoms.length !== madeAtoms.length || atoms.some(({ z }, i) => z !== madeAtoms[i]!.z))
        throw new Rejection('the atoms are not those of the input');
      const bondAt = new Map(bonds.map((bond) => [keyOf(bond.atoms), bond]));
      // Ignore the stereo of nitrogen: amines invert quickly, also protonated ones, because acids and bases exchange
      // the proton.
      for (const atom of [...atoms, ...madeAtoms]) if (atom.z === 7) delete atom.stereo;
      for (const bond of [...bonds, ...madeBonds]) if (bond.stereo === 'either') delete bond.stereo;
      const newAtoms = madeAtoms.flatMap((atom, i) => (atom.stereo && !atoms[i]!.stereo ? [i] : []));
      const newBonds = madeBonds.filter((bond) => bond.stereo && !bondAt.get(keyOf(bond.atoms))?.stereo);
      const isomers = isomersOf(tools, after, [...newAtoms.map((i) => madeAtoms[i]!), ...newBonds], maxIsomers);
      for (const i of newAtoms) delete madeAtoms[i]!.stereo;
      for (const bond of newBonds) delete bond.stereo;
      const name = (i: number) => `${SYMBOLS[madeAtoms[i]!.z ?? 6] ?? 'atom '}${i + 1}`;
      return {
        kept: smilesOf(tools, before) === smilesOf(tools, after),
        chosen: [...newAtoms.map(name), ...newBonds.map((bond) => bond.atoms.map(name).join('='))],
        isomers,
      };
    }),
  );
}

const SYMBOLS: Record<number, string> = { 6: 'C', 7: 'N', 15: 'P', 16: 'S' };

/** Returns the JSON without coordinates: RDKit cannot read the `0E0` that it writes for zero. */
function jsonOf(mol: Mol): Json {
  const json: Json = JSON.parse(mol.get_json());
  delete json.molecules[0]!.conformers;
  return json;
}

const keyOf = (atoms: [number, number]): string => atoms.toSorted((a, b) => a - b).join(' ');

const OTHER: Record<string, string> = { cw: 'ccw', ccw: 'cw', cis: 'trans', trans: 'cis' };

/**
 * Returns the SMILES of each combination of the two states of each centre. Combinations that are the same molecule, for
 * example with a mirror plane, are listed once.
 */
function isomersOf(tools: Toolbox, json: Json, centres: { stereo?: string }[], max: number): string[] {
  const found = new Set<string>();
  const states = centres.map(({ stereo }) => stereo!);
  for (let combination = 0; combination < 2 ** Math.min(centres.length, 10) && found.size < max; combination++) {
    for (const [i, centre] of centres.entries())
      centre.stereo = (combination >> i) & 1 ? OTHER[states[i]!]! : states[i]!;
    found.add(smilesOf(tools, json));
  }
  for (const [i, centre] of centres.entries()) centre.stereo = states[i]!;
  return [...found];
}

/** Returns canonical SMILES. The SMILES that RDKit writes from its JSON is not canonical yet. */
function smilesOf(tools: Toolbox, json: Json): string {
  return canonicalSmiles(
    tools,
    withJson(tools, JSON.stringify(json), (mol) => mol.get_smiles()),
  );
}
