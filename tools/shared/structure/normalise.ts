import { type Chain, isHydrogen, type Residue, type Structure } from './structure.ts';

export interface NormaliseOptions {
  keepHydrogens: boolean;
  /** Selenomethionine, which programs skip or refuse, becomes methionine. */
  mseToMet: boolean;
}

export interface NormalisedChain {
  /** The id in the source, which may be empty or long. */
  source: string;
  /** One letter or digit. */
  id: string;
  polymer: Residue[];
  ligands: Residue[];
  waters: Residue[];
}

/** What `normalise` left out or changed. */
export interface Changes {
  hydrogens: number;
  /** Atoms of second and further locations. */
  alternates: number;
  /** Residues that share their number with the one that was kept. */
  variants: number;
  selenomethionines: number;
}

/** Of chains whose own ids do not fit in a PDB file. */
export const CHAIN_IDS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];

const allChains = () => true;

/**
 * One model as all programs take it: one location of each atom, the first; one residue for each number; residues whole
 * and in the order of the file; chain ids of one character; no hydrogens.
 */
export function normalise(
  structure: Structure,
  options: NormaliseOptions = { keepHydrogens: false, mseToMet: true },
  keepChain: (chain: Chain) => boolean = allChains,
): { chains: NormalisedChain[]; changes: Changes } {
  const changes: Changes = { hydrogens: 0, alternates: 0, variants: 0, selenomethionines: 0 };
  const ids = oneLetterIds(structure.chains);
  const chains = structure.chains.filter(keepChain).map((chain): NormalisedChain => {
    const id = ids.get(chain.id)!;
    const residues = oneOfEachNumber(chain.residues, changes)
      .map((residue) => tidyResidue(residue, id, options, changes))
      .filter(({ atoms }) => atoms.length > 0);
    const of = (...kinds: string[]) => residues.filter((residue) => kinds.includes(residue.class));
    return { source: chain.id, id, polymer: of('protein', 'nucleic'), ligands: of('ligand'), waters: of('water') };
  });
  return { chains, changes };
}

/** Ids of one character stay; others get the first free one. */
function oneLetterIds(chains: Chain[]): Map<string, string> {
  const taken = new Set(chains.map(({ id }) => id));
  const free = CHAIN_IDS.filter((id) => !taken.has(id));
  return new Map(chains.map(({ id }) => [id, /^[!-~]$/.test(id) ? id : free.shift()!]));
}

function oneOfEachNumber(residues: Residue[], changes: Changes): Residue[] {
  const seen = new Set<string>();
  return residues.filter((residue) => {
    if (residue.class !== 'protein' && residue.class !== 'nucleic') return true;
    const key = `${residue.number}${residue.insertion}`;
    if (seen.has(key)) changes.variants++;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function tidyResidue(residue: Residue, chain: string, options: NormaliseOptions, changes: Changes): Residue {
  const atoms = firstLocations(residue, changes).filter((atom) => {
    if (options.keepHydrogens || !isHydrogen(atom)) return true;
    changes.hydrogens++;
    return false;
  });
  if (residue.name !== 'MSE' || !options.mseToMet) return { ...residue, chain, atoms };
  changes.selenomethionines++;
  const asMet = atoms.map((atom) => (atom.name === 'SE' ? { ...atom, name: 'SD', element: 'S' } : atom));
  return { ...residue, chain, name: 'MET', isHet: false, atoms: asMet };
}

/** The atoms without a location mark and those of the first one; of equal names the first. */
function firstLocations(residue: Residue, changes?: Changes): Residue['atoms'] {
  const first = residue.atoms.find(({ altLoc }) => altLoc !== '')?.altLoc ?? '';
  const names = new Set<string>();
  const kept = residue.atoms.filter(({ name, altLoc }) => {
    if ((altLoc !== '' && altLoc !== first) || names.has(name)) return false;
    names.add(name);
    return true;
  });
  if (changes) changes.alternates += residue.atoms.length - kept.length;
  return kept.map((atom) => (atom.altLoc === '' ? atom : { ...atom, altLoc: '' }));
}
