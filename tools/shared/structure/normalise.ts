import { type AltlocChoice, chooseLocations, oneOfEachVariant } from './altlocs.ts';
import { CHAIN_IDS } from './chains.ts';
import { type Chain, isHydrogen, type Residue, residueName, type Structure } from './structure.ts';
import { withOwnNames, withoutTwins } from './uniqueAtoms.ts';

export interface NormaliseOptions {
  keepHydrogens: boolean;
  /** Convert selenomethionine to methionine, because programs skip or refuse it. */
  mseToMet: boolean;
  /** Which alternate location is kept; by default that of the highest occupancy. */
  altloc?: AltlocChoice;
  /** `letter`: ids that fit in a PDB file, the default; `source`: the ids of the structure, for rows. */
  chainIds?: 'letter' | 'source';
}

export interface NormalisedChain {
  /** The id in the structure that was read, which may be long: `Chain.id`. */
  source: string;
  /**
   * One letter or digit; longer for structures with more than 62 chains. Residues have it as `chain`, unless `chainIds`
   * is `source`.
   */
  id: string;
  /** Amino acids, nucleotides, and the caps of their chains. */
  polymer: Residue[];
  ligands: Residue[];
  waters: Residue[];
}

/** What `normalise` left out or changed. Residues have the names of the structure. */
export interface Changes {
  hydrogens: number;
  /** Number of atoms that were left out as alternate locations. */
  alternates: number;
  /** Residues with such atoms, and the letters left out: `A:GLN40 altloc A`. */
  alternateNames: string[];
  /** Residues that share their number with the residue that was kept, such as point mutations in one crystal. */
  variants: string[];
  selenomethionines: number;
  /** Residues in which several atoms shared a name and got unique names. */
  renamed: string[];
}

const allChains = () => true;

/**
 * Normalises one model to the form that all programs accept: one location of each atom, residues complete and in the
 * order of the file, chain ids of one character, unique names of the atoms in a residue, and no hydrogens.
 */
export function normalise(
  structure: Structure,
  options: NormaliseOptions = { keepHydrogens: false, mseToMet: true },
  keepChain: (chain: Chain) => boolean = allChains,
): { chains: NormalisedChain[]; changes: Changes } {
  const changes: Changes = {
    ...{ hydrogens: 0, alternates: 0, alternateNames: [], variants: [], selenomethionines: 0, renamed: [] },
  };
  const ids = oneLetterIds(structure.chains);
  const chains = structure.chains.filter(keepChain).map((chain): NormalisedChain => {
    const id = ids.get(chain.id)!;
    const written = options.chainIds === 'source' ? chain.id : id;
    const { kept, left } = oneOfEachVariant(chain.residues, options.altloc);
    changes.variants.push(...left.map(residueName));
    const residues = kept
      .map((residue) => tidyResidue(residue, written, options, changes))
      .filter(({ atoms }) => atoms.length > 0);
    const of = (...kinds: string[]) => residues.filter((residue) => kinds.includes(residue.class));
    const polymer = of('protein', 'nucleic', 'cap');
    return { source: chain.id, id, polymer, ligands: of('ligand'), waters: of('water') };
  });
  return { chains, changes };
}

/** Returns new chain ids. Ids of one character stay, except those with a meaning in mmCIF, which programs make of the file. */
export function oneLetterIds(chains: Chain[]): Map<string, string> {
  const taken = new Set(chains.map(({ id }) => id));
  const free = CHAIN_IDS.filter((id) => !taken.has(id));
  return new Map(
    chains.map(({ id }) => [id, /^[!-~]$/.test(id) && !/[.?_'"#$;[\]]/.test(id) ? id : (free.shift() ?? id)]),
  );
}

function tidyResidue(residue: Residue, chain: string, options: NormaliseOptions, changes: Changes): Residue {
  const { kept, left } = chooseLocations(residue.atoms, options.altloc);
  if (left.length > 0) {
    changes.alternates += left.length;
    const letters = [...new Set(left.map(({ altLoc }) => altLoc))].join(' ');
    changes.alternateNames.push(`${residueName(residue)} altloc ${letters}`);
  }
  const single = withoutTwins(residue, kept);
  if (single.length < kept.length) {
    changes.alternates += kept.length - single.length;
    changes.alternateNames.push(`${residueName(residue)} atoms of one name without altloc`);
  }
  const heavy = options.keepHydrogens ? single : single.filter((atom) => !isHydrogen(atom));
  changes.hydrogens += single.length - heavy.length;
  const atoms = withOwnNames(heavy);
  if (atoms !== heavy) changes.renamed.push(residueName(residue));
  if (residue.name !== 'MSE' || !options.mseToMet) return { ...residue, chain, atoms };
  changes.selenomethionines++;
  const asMet = atoms.map((atom) => (atom.name === 'SE' ? { ...atom, name: 'SD', element: 'S' } : atom));
  return { ...residue, chain, name: 'MET', isHet: false, atoms: asMet };
}
