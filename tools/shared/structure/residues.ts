import type { Atom, ResidueClass } from './structure.ts';

/** One-letter codes of amino acids; modified residues have the letter of their parent (PDB Chemical Component Dictionary). */
const aminoAcids: Record<string, string> = {
  ...{ ALA: 'A', ARG: 'R', ASN: 'N', ASP: 'D', CYS: 'C', GLN: 'Q', GLU: 'E', GLY: 'G', HIS: 'H', ILE: 'I' },
  ...{ LEU: 'L', LYS: 'K', MET: 'M', PHE: 'F', PRO: 'P', SER: 'S', THR: 'T', TRP: 'W', TYR: 'Y', VAL: 'V' },
  ...{ ASX: 'B', GLX: 'Z', UNK: 'X', SEC: 'U', PYL: 'O' },
};

/** Modified residues that are HETATM in PDB files although they are part of the chain. */
const modified: Record<string, string> = {
  ...{ MSE: 'M', SEP: 'S', TPO: 'T', PTR: 'Y', CSO: 'C', CME: 'C', CSD: 'C', OCS: 'C', CSX: 'C', CAS: 'C' },
  ...{ HYP: 'P', MLY: 'K', M3L: 'K', MLZ: 'K', ALY: 'K', KCX: 'K', LLP: 'K', PCA: 'Q', TYS: 'Y', NEP: 'H' },
  ...{ FME: 'M', MHO: 'M', HIC: 'H', CGU: 'E', AGM: 'R', TRQ: 'W', SAC: 'S', ABA: 'A', AIB: 'A', NLE: 'L' },
};

/** Names that force fields give to protonation states. */
const protonated: Record<string, string> = {
  ...{ HID: 'H', HIE: 'H', HIP: 'H', HSD: 'H', HSE: 'H', HSP: 'H', CYX: 'C', CYM: 'C', ASH: 'D', GLH: 'E', LYN: 'K' },
};

const polymerOnly: Record<string, string> = { ...aminoAcids, ...protonated };

const nucleotides: Record<string, string> = {
  ...{ A: 'A', C: 'C', G: 'G', U: 'U', I: 'I', DA: 'A', DC: 'C', DG: 'G', DT: 'T', DU: 'U', DI: 'I', N: 'N', DN: 'N' },
};

const waters = new Set(['HOH', 'WAT', 'H2O', 'DOD', 'TIP', 'TIP3', 'TIP4', 'TP3', 'SOL', 'OH2']);

/** The letter of a residue in a sequence: X for an unknown amino acid, N for an unknown nucleotide. */
export function letterOf({ name, class: kind }: { name: string; class: ResidueClass }): string {
  if (kind === 'nucleic') return nucleotides[name] ?? 'N';
  return polymerOnly[name] ?? modified[name] ?? 'X';
}

/**
 * What a residue is. A standard amino acid as HETATM is a ligand (free glutamate, say); an unknown name as ATOM is an
 * amino acid when it has a backbone.
 */
export function classify(name: string, isHet: boolean, atoms: Atom[]): ResidueClass {
  if (waters.has(name)) return 'water';
  if (modified[name] !== undefined) return 'protein';
  if (isHet) return 'ligand';
  if (polymerOnly[name] !== undefined) return 'protein';
  if (nucleotides[name] !== undefined) return 'nucleic';
  const has = (wanted: string) => atoms.some((atom) => atom.name === wanted);
  if (has('N') && has('CA') && has('C')) return 'protein';
  return has("C1'") && has("C4'") ? 'nucleic' : 'ligand';
}
