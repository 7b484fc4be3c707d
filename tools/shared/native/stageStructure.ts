import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { proteinChain } from '../structure/firstChain.ts';
import { type Changes, normalise } from '../structure/normalise.ts';
import { findAtom, type Residue, type Structure } from '../structure/structure.ts';
import { writePdb } from '../structure/writePdb.ts';
import { asProgramsKnow } from './programResidues.ts';

/** A residue as in its file, for rows, and as the program reads it. */
export interface StagedResidue {
  original: Residue;
  written: Residue;
}

export interface Staged {
  residues: StagedResidue[];
  /** Residues of the structure that were not written. */
  unused: Residue[];
  changes: Changes;
  /** Residues have other numbers than in the file, because the file's numbers do not fit. */
  renumbered: boolean;
}

export interface StageOptions {
  /**
   * How modified residues are written under the name of their parent: with their own atoms, or as the `whole` parent
   * (programResidues.ts).
   */
  parents?: 'names' | 'whole';
  /** Which residues are written; by default those of proteins. */
  isWanted?: (residue: Residue) => boolean;
  altloc?: string;
  /** Converts a residue for the program, instead of `parents`. */
  as?: (residue: Residue) => Residue;
  /** Count the residues of each chain from 1, for programs that confuse insertion codes. */
  renumber?: boolean;
}

const isProtein = (residue: Residue): boolean => residue.class === 'protein';

/**
 * Writes residues of a structure as a normalised PDB file, the only format that every program takes. Without
 * normalising, mkdssp fails at half of the files of the Protein Data Bank. Chain ids have one letter, and numbers fit
 * in their columns. Modified residues become ATOM lines, because most programs skip HETATM.
 */
export function stageStructure(folder: string, name: string, structure: Structure, options: StageOptions = {}): Staged {
  const { parents, isWanted = isProtein, altloc, renumber = false } = options;
  const known = options.as ?? ((residue: Residue) => asProgramsKnow(residue, parents));
  const how = { keepHydrogens: false, mseToMet: false, ...(altloc !== undefined && { altloc }) };
  const { chains, changes } = normalise(structure, how);
  const all = chains.flatMap(({ source, polymer, ligands, waters }) =>
    [...polymer, ...ligands, ...waters].map((residue) => ({ original: { ...residue, chain: source }, residue })),
  );
  const wanted = all.filter(({ original }) => isWanted(original));
  const numbers = numbersOf(
    wanted.map(({ residue }) => residue),
    renumber,
  );
  const residues = wanted.map(({ original, residue }, i) => ({
    original,
    written: { ...known(residue), ...numbers[i]! },
  }));
  const written = residues.map((each) => each.written);
  writeFileSync(join(folder, name), writePdb(written, structure));
  const unused = all.filter(({ original }) => !isWanted(original)).map(({ original }) => original);
  const renumbered = !renumber && residues.some((each) => seqOf(each.original) !== seqOf(each.written));
  return { residues, unused, changes, renumbered };
}

type Place = Pick<Residue, 'number' | 'insertion'>;

/** Whether a residue's number and insertion code fit in their columns. */
const fits = ({ number, insertion }: Place): boolean =>
  number >= -999 && number <= 9999 && /^[A-Za-z0-9]?$/.test(insertion);

/**
 * Returns the numbers of the file. If one of them does not fit, or two residues of a chain share one, the residues of
 * each chain are counted from 1.
 */
function numbersOf(residues: Residue[], renumber: boolean): Place[] {
  const places = new Set(residues.map(({ chain, number, insertion }) => `${chain} ${number}${insertion}`));
  if (!renumber && residues.every(fits) && places.size === residues.length)
    return residues.map(({ number, insertion }) => ({ number, insertion }));
  const counts = new Map<string, number>();
  return residues.map(({ chain }) => {
    const number = (counts.get(chain) ?? 0) + 1;
    counts.set(chain, number);
    return { number, insertion: '' };
  });
}

/** Returns a function that finds the residue which a program names by chain, number and insertion code. */
export function residueFinder(residues: StagedResidue[]): (chain: string, seq: string) => StagedResidue | undefined {
  const found = new Map(residues.map((each) => [keyOf(each.written), each]));
  return (chain, seq) => found.get(`${chain} ${seq}`);
}

const keyOf = ({ chain, number, insertion }: Residue): string => `${chain} ${number}${insertion}`;

/** Returns number and insertion code in the form that rows have. */
export const seqOf = ({ number, insertion }: Residue): string => `${number}${insertion}`;

/** Writes one chain, without residues that lack a CA, for programs that take single chains. */
export function stageChain(
  folder: string,
  name: string,
  structure: Structure,
  { chain = '', ...options }: StageOptions & { chain?: string } = {},
): Staged {
  const { id } = proteinChain(structure, chain);
  const isWanted = (residue: Residue) =>
    residue.chain === id && isProtein(residue) && findAtom(residue, 'CA') !== undefined;
  return stageStructure(folder, name, structure, { ...options, isWanted });
}
