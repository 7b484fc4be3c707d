import { type AltlocChoice, chooseLocations, oneOfEachVariant } from './altlocs.ts';
import { CHAIN_IDS } from './chains.ts';
import { type Chain, isHydrogen, type Residue, residueName, type Structure } from './structure.ts';
import { withOwnNames } from './uniqueAtoms.ts';

export interface NormaliseOptions {
  keepHydrogens: boolean;
  /** Selenomethionine, which programs skip or refuse, becomes methionine. */
  mseToMet: boolean;
  /** Which of alternate locations stays; by default that of the highest occupancy. */
  altloc?: AltlocChoice;
  /** `letter`: ids that fit in a PDB file, the default; `source`: those of the structure, for rows. */
  chainIds?: 'letter' | 'source';
}

export interface NormalisedChain {
  /** The id in the structure that was read, which may be long: `Chain.id`. */
  source: string;
  /** One letter or digit; more where the structure has more than 62 chains. Residues have it as `chain`, unless `chainIds` is `source`. */
  id: string;
  /** Amino acids, nucleotides, and the caps of their chains. */
  polymer: Residue[];
  ligands: Residue[];
  waters: Residue[];
}

/** What `normalise` left out or changed, with the residues' names as in the structure. */
export interface Changes {
  hydrogens: number;
  /** Atoms of other locations. */
  alternates: number;
  /** Residues with other locations, and which these were: `A:GLN40 altloc A`. */
  alternateNames: string[];
  /** Residues that share their number with the one that was kept, as point mutations in one crystal do. */
  variants: string[];
  selenomethionines: number;
  /** Residues in which atoms share a name, and now have names of their own. */
  renamed: string[];
}

const allChains = () => true;

/**
 * One model as all programs take it: one location of each atom; residues whole and in the order of the file; chain ids of one
 * character; atoms of a residue with names of their own; no hydrogens.
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

/** Ids of one character stay; others get the first free one. */
function oneLetterIds(chains: Chain[]): Map<string, string> {
  const taken = new Set(chains.map(({ id }) => id));
  const free = CHAIN_IDS.filter((id) => !taken.has(id));
  return new Map(chains.map(({ id }) => [id, /^[!-~]$/.test(id) ? id : (free.shift() ?? id)]));
}

function tidyResidue(residue: Residue, chain: string, options: NormaliseOptions, changes: Changes): Residue {
  const { kept, left } = chooseLocations(residue.atoms, options.altloc);
  if (left.length > 0) {
    changes.alternates += left.length;
    const letters = [...new Set(left.map(({ altLoc }) => altLoc))].join(' ');
    changes.alternateNames.push(`${residueName(residue)} altloc ${letters}`);
  }
  const heavy = options.keepHydrogens ? kept : kept.filter((atom) => !isHydrogen(atom));
  changes.hydrogens += kept.length - heavy.length;
  const atoms = withOwnNames(heavy);
  if (atoms !== heavy) changes.renamed.push(residueName(residue));
  if (residue.name !== 'MSE' || !options.mseToMet) return { ...residue, chain, atoms };
  changes.selenomethionines++;
  const asMet = atoms.map((atom) => (atom.name === 'SE' ? { ...atom, name: 'SD', element: 'S' } : atom));
  return { ...residue, chain, name: 'MET', isHet: false, atoms: asMet };
}
