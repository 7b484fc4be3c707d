import type { Mol } from '@rdkit/rdkit';
import type { About } from '../../moleculeTools.ts';
import { canonicalSmiles, withJson, withMol } from '../readMol.ts';
import { Rejection, type Toolbox } from '../toolbox.ts';

export interface StereoOptions {
  /** The molecule with coordinates in three dimensions that was made of it, with the atoms in the same order and the same charges. */
  made: string;
  /** How many stereoisomers to list at most. */
  maxIsomers?: number;
}

export interface Stereo extends About {
  /** What the first molecule says of its stereocentres and double bonds, `made` says too. */
  kept: boolean;
  /** Stereocentres and double bonds that are set in `made` only, with the numbers of their atoms: `C3`, `C4=C5`. */
  chosen: string[];
  /** Canonical SMILES of the stereoisomers that differ in what is `chosen`, that of `made` first. */
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

/** Compares the stereo of a molecule with what was made of it: three dimensions always have one stereoisomer. */
export function stereo(tools: Toolbox, text: string, { made, maxIsomers = 1 }: StereoOptions): Stereo {
  return withMol(tools, text, ANY_IMINE, (given) =>
    withMol(tools, made, ANY_IMINE, (other) => {
      const before = jsonOf(given);
      const after = jsonOf(other);
      const [{ atoms, bonds }, { atoms: madeAtoms, bonds: madeBonds }] = [before.molecules[0]!, after.molecules[0]!];
      if (atoms.length !== madeAtoms.length || atoms.some(({ z }, i) => z !== madeAtoms[i]!.z))
        throw new Rejection('the atoms are not those of the input');
      const bondAt = new Map(bonds.map((bond) => [keyOf(bond.atoms), bond]));
      // An amine turns over at once, with its proton too, which acids and bases exchange.
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

/** Without coordinates: RDKit does not read the `0E0` that it writes for a zero. */
function jsonOf(mol: Mol): Json {
  const json: Json = JSON.parse(mol.get_json());
  delete json.molecules[0]!.conformers;
  return json;
}

const keyOf = (atoms: [number, number]): string => atoms.toSorted((a, b) => a - b).join(' ');

const OTHER: Record<string, string> = { cw: 'ccw', ccw: 'cw', cis: 'trans', trans: 'cis' };

/** With each combination of the two states of each centre; some are the same molecule, as with a mirror plane. */
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

/** What RDKit writes of its JSON is not canonical yet. */
function smilesOf(tools: Toolbox, json: Json): string {
  return canonicalSmiles(
    tools,
    withJson(tools, JSON.stringify(json), (mol) => mol.get_smiles()),
  );
}
