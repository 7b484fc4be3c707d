/** A class of similar residues, with a tint on which letters are readable. */
export interface ResidueClass {
  label: string;
  letters: string;
  color: string;
}

/** Tints of the colours of Okabe and Ito. */
export const aminoAcidClasses: ResidueClass[] = [
  { label: 'hydrophobic', letters: 'AVLIM', color: '#fbd9a0' },
  { label: 'aromatic', letters: 'FWY', color: '#f4ec8f' },
  { label: 'positive', letters: 'KRH', color: '#a6d5f5' },
  { label: 'negative', letters: 'DE', color: '#f6b393' },
  { label: 'polar', letters: 'STNQ', color: '#aee3d1' },
  { label: 'C, G or P', letters: 'CGPU', color: '#ecc9dd' },
];

export const nucleotideClasses: ResidueClass[] = [
  { label: 'A', letters: 'A', color: '#aee3d1' },
  { label: 'C', letters: 'C', color: '#a6d5f5' },
  { label: 'G', letters: 'G', color: '#fbd9a0' },
  { label: 'T or U', letters: 'TU', color: '#f6b393' },
];

/** Returns a table from character code to the number of the class; 0 for none. */
export function classTable(classes: ResidueClass[]): Uint8Array {
  const table = new Uint8Array(128);
  for (const [i, { letters }] of classes.entries()) {
    for (const letter of letters + letters.toLowerCase()) table[letter.charCodeAt(0)] = i + 1;
  }
  return table;
}
