import type { Mol } from '@rdkit/rdkit';

export interface UndefinedStereo {
  /** Stereocentres, and axes of allenes, that nothing in the input defines. */
  undefinedCentres: number;
  /** Double bonds that could be E or Z. */
  undefinedDoubleBonds: number;
}

/** InChI's own perception (`-SUU` shows what is undefined as `?`), which knows mobile hydrogens. Null where InChI cannot express the molecule. */
export function undefinedStereo(mol: Mol): UndefinedStereo | null {
  const inchi = mol.get_inchi('-SUU');
  if (inchi === '') return null;
  const layers = inchi.split('/');
  const count = (letter: string) => {
    const first = layers.find((layer) => layer.startsWith(letter)) ?? '';
    // Layers of several molecules are written `2*1?;3?`.
    return first
      .slice(1)
      .split(';')
      .reduce((sum, part) => sum + copies(part) * part.split('?').length - copies(part), 0);
  };
  return { undefinedCentres: count('t'), undefinedDoubleBonds: count('b') };
}

const copies = (part: string): number => Number(/^(\d+)\*/.exec(part)?.[1] ?? 1);

export function stereoWarnings(mol: Mol, found: UndefinedStereo | null): string[] {
  const warnings: string[] = [];
  const { undefinedCentres = 0, undefinedDoubleBonds = 0 } = found ?? {};
  const and = [
    ...(undefinedCentres > 0 ? [counted(undefinedCentres, 'stereocentre')] : []),
    ...(undefinedDoubleBonds > 0 ? [counted(undefinedDoubleBonds, 'double bond')] : []),
  ];
  if (and.length > 0) warnings.push(`stereo that the input does not define: ${and.join(' and ')}`);
  if (hasStereoGroups(mol))
    warnings.push(
      'InChI has no OR and AND groups of stereocentres: InChI and InChIKey are those of the isomer that is drawn',
    );
  return warnings;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const GROUPS = JSON.stringify({ CX_ENHANCEDSTEREO: true, CX_COORDINATE_BONDS: true });

/** Whether centres are of one of several isomers, or of a mixture of them. */
export function hasStereoGroups(mol: Mol): boolean {
  return /[|,][o&]\d+:/.test(mol.get_cxsmiles(GROUPS));
}

/** Canonical SMILES; as CXSMILES where stereo groups are, which SMILES cannot express. */
export function writeSmiles(mol: Mol): string {
  return hasStereoGroups(mol) ? mol.get_cxsmiles(GROUPS) : mol.get_smiles();
}
