import type { Entry } from './entry.ts';
import { isLinked } from './links.ts';
import {
  aminoAcidParent,
  hasSugar,
  heavyAtomsOf,
  isCap,
  isModifiedNucleotide,
  isStandardAminoAcid,
  isWater,
  nucleotideLetter,
} from './residues.ts';
import { findAtom, type ResidueClass } from './structure.ts';

/** What a file declares about its residues. */
export interface Declared {
  /** Standard residues of modified ones: MODRES, `_pdbx_struct_mod_residue`, `_chem_comp`. */
  parents: Map<string, string>;
  /** Names in the sequences (SEQRES, `_entity_poly_seq`) of each chain, by its id in the file. */
  sequences: Map<string, string[]>;
}

/**
 * Sets the class and parent of each residue of a chain. A residue written as ATOM is classified by its name, or by its
 * backbone atoms. One written as HETATM is part of the chain in three cases: the file declares it (SEQRES, MODRES, a
 * place in the sequence of mmCIF), a bond joins it to a neighbour, or residues of the chain follow it. Otherwise it is
 * a ligand.
 */
export function classifyChain(entries: Entry[], declared: Declared, source: string): void {
  const chain = entries.filter(({ residue }) => !isWater(residue.name, residue.atoms));
  const inSequence = new Set(declared.sequences.get(source));
  const ends = chain.findLastIndex(({ residue }) => !residue.isHet && isAminoOrNucleic(residue));
  for (const { residue } of entries) if (isWater(residue.name, residue.atoms)) residue.class = 'water';
  for (const [i, entry] of chain.entries()) {
    const { residue } = entry;
    const { name, isHet } = residue;
    const hasPlace = entry.inSequence && declared.sequences.size > 0;
    const isDeclared = hasPlace || declared.parents.has(name) || inSequence.has(name);
    const hasNeighbour = () => {
      const [before, after] = [chain[i - 1], chain[i + 1]];
      return (
        (before !== undefined && isLinked(before.residue, residue)) ||
        (after !== undefined && isLinked(residue, after.residue))
      );
    };
    const isInside = () => i < ends && chain[i + 1]?.part === entry.part;
    const isOfChain = !isHet || (isDeclared && (!isStandardAminoAcid(name) || hasPlace)) || hasNeighbour();
    const found = classOf({ isOfChain, isInside, isDeclared, entry });
    residue.class = found.class;
    residue.parent = found.parent;
    const stated = declared.parents.get(name);
    if (found.class === 'protein' && found.parent === null && stated !== undefined && heavyAtomsOf(stated))
      residue.parent = stated;
  }
}

const isAminoOrNucleic = ({ name, atoms }: Entry['residue']): boolean =>
  aminoAcidParent(name, atoms) !== undefined || nucleotideLetter(name, atoms) !== undefined;

interface Place {
  isOfChain: boolean;
  isInside: () => boolean;
  isDeclared: boolean;
  entry: Entry;
}

function classOf({ isOfChain, isInside, isDeclared, entry }: Place): { class: ResidueClass; parent: string | null } {
  const { residue } = entry;
  const { name, atoms, isHet } = residue;
  const has = (atom: string) => findAtom(residue, atom) !== undefined;
  if (isCap(name) && !has('CA'))
    return { class: isOfChain || isDeclared || pureCaps.has(name) ? 'cap' : 'ligand', parent: null };
  const amino = aminoAcidParent(name, atoms);
  const inChain = isOfChain || (has('CA') && !isStandardAminoAcid(name) && isInside());
  if (amino !== undefined) return inChain ? { class: 'protein', parent: amino === 'UNK' ? null : amino } : ligand;
  const nucleotide = nucleotideLetter(name, atoms);
  if (nucleotide !== undefined && inChain && (!isHet || isDeclared || isModifiedNucleotide(name) || hasSugar(atoms)))
    return { class: 'nucleic', parent: nucleotide };
  if (!isOfChain) return ligand;
  if (has('N') && has('CA') && has('C')) return { class: 'protein', parent: null };
  if (hasSugar(atoms)) return { class: 'nucleic', parent: null };
  // Chromophores have no atom called CA. A residue of a model with only CA atoms has no other atom.
  const isTrace = !isHet && atoms.length === 1 && has('CA') && atoms[0]!.element === 'C';
  return isTrace || isDeclared ? { class: 'protein', parent: null } : ligand;
}

const ligand = { class: 'ligand', parent: null } as const;

const pureCaps = new Set(['ACE', 'NME', 'NMA', 'NHE', 'NH2']);
