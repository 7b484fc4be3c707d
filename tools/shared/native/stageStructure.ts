import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { proteinChain } from '../structure/firstChain.ts';
import { type Changes, normalise } from '../structure/normalise.ts';
import { findAtom, type Residue, type Structure } from '../structure/structure.ts';
import { writePdb } from '../structure/writePdb.ts';
import { asProgramsKnow } from './programResidues.ts';

/** A residue as its file has it, for rows, and as a program sees it. */
export interface StagedResidue {
  original: Residue;
  written: Residue;
}

export interface Staged {
  residues: StagedResidue[];
  /** Residues of the structure that were not written. */
  unused: Residue[];
  changes: Changes;
  /** Numbers are others than in the file, because those do not fit. */
  renumbered: boolean;
}

export interface StageOptions {
  /** Modified residues are called by their parents: with their own atoms, or as the `whole` of the parent (programResidues.ts). */
  parents?: 'names' | 'whole';
  /** Which residues are written; by default those of proteins. */
  isWanted?: (residue: Residue) => boolean;
  altloc?: string;
  /** How the program knows a residue, instead of `parents`. */
  as?: (residue: Residue) => Residue;
  /** Residues of each chain are counted from 1, for programs that mix up insertion codes. */
  renumber?: boolean;
}

const isProtein = (residue: Residue): boolean => residue.class === 'protein';

/**
 * Writes residues of a structure as a normalised PDB file, the only kind that every program takes: without it mkdssp fails at half of the
 * files of the Protein Data Bank. Chains have one letter, numbers fit in their columns; modified residues are ATOM lines, for
 * most programs skip HETATM.
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

/** What four columns hold. */
const fits = ({ number, insertion }: Place): boolean => number >= -999 && number <= 9999 && insertion.length <= 1;

/** The numbers of the file; where one does not fit, or two residues of a chain share one, all are counted from 1 in their chains. */
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

/** Finds the residue that a row of a program names by chain, number and insertion code. */
export function residueFinder(residues: StagedResidue[]): (chain: string, seq: string) => StagedResidue | undefined {
  const found = new Map(residues.map((each) => [keyOf(each.written), each]));
  return (chain, seq) => found.get(`${chain} ${seq}`);
}

const keyOf = ({ chain, number, insertion }: Residue): string => `${chain} ${number}${insertion}`;

/** Number and insertion code, as rows have them. */
export const seqOf = ({ number, insertion }: Residue): string => `${number}${insertion}`;

/** Writes the chain that programs for single chains are given, without the residues that lack a CA. */
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
