import type { Mol } from '@rdkit/rdkit';

export interface UndefinedStereo {
  /** Number of stereocentres and allene axes that the input does not define. */
  undefinedCentres: number;
  /** Number of double bonds that could be E or Z. */
  undefinedDoubleBonds: number;
}

/**
 * Counts undefined stereo by InChI's own perception, which accounts for mobile hydrogens. The option `-SUU` makes InChI
 * write undefined stereo as `?`. Returns null when InChI cannot express the molecule.
 */
export function undefinedStereo(mol: Mol): UndefinedStereo | null {
  const inchi = mol.get_inchi('-SUU');
  if (inchi === '') return null;
  const layers = inchi.split('/');
  const count = (letter: string) => {
    const first = layers.find((layer) => layer.startsWith(letter)) ?? '';
    // The layer of several fragments is written as `2*1?;3?`.
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

/** Whether some stereocentres are in an OR or AND group: one of several isomers, or a mixture of them. */
export function hasStereoGroups(mol: Mol): boolean {
  return /[|,][o&]\d+:/.test(mol.get_cxsmiles(GROUPS));
}

/** Returns canonical SMILES; with stereo groups, which SMILES cannot express, CXSMILES. */
export function writeSmiles(mol: Mol): string {
  return hasStereoGroups(mol) ? mol.get_cxsmiles(GROUPS) : mol.get_smiles();
}
