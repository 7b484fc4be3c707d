/** The descriptors of RDKit, by their names there. */
export const descriptorNames = [
  'exactmw',
  'amw',
  'lipinskiHBA',
  'lipinskiHBD',
  'NumRotatableBonds',
  'NumHBD',
  'NumHBA',
  'NumHeavyAtoms',
  'NumAtoms',
  'NumHeteroatoms',
  'NumAmideBonds',
  'FractionCSP3',
  'NumRings',
  'NumAromaticRings',
  'NumAliphaticRings',
  'NumSaturatedRings',
  'NumHeterocycles',
  'NumAromaticHeterocycles',
  'NumSaturatedHeterocycles',
  'NumAliphaticHeterocycles',
  'NumSpiroAtoms',
  'NumBridgeheadAtoms',
  'NumAtomStereoCenters',
  'NumUnspecifiedAtomStereoCenters',
  'labuteASA',
  'tpsa',
  'CrippenClogP',
  'CrippenMR',
  'chi0v',
  'chi1v',
  'chi2v',
  'chi3v',
  'chi4v',
  'chi0n',
  'chi1n',
  'chi2n',
  'chi3n',
  'chi4n',
  'hallKierAlpha',
  'kappa1',
  'kappa2',
  'kappa3',
  'Phi',
] as const;

export type DescriptorName = (typeof descriptorNames)[number];
export type Descriptors = Record<DescriptorName, number>;

export const coreDescriptors: DescriptorName[] = [
  'amw',
  'exactmw',
  'CrippenClogP',
  'tpsa',
  'NumHBA',
  'NumHBD',
  'NumRotatableBonds',
  'NumRings',
  'FractionCSP3',
];

/**
 * Counts violations of Lipinski et al., Adv. Drug Deliv. Rev. 23:3-25 (1997): acceptors are all N and O, donors all N-H
 * and O-H.
 */
export function lipinskiViolations(d: Descriptors): number {
  return [d.amw > 500, d.CrippenClogP > 5, d.lipinskiHBD > 5, d.lipinskiHBA > 10].filter(Boolean).length;
}

/** Whether a molecule passes the rules of Veber et al., J. Med. Chem. 45:2615-2623 (2002). */
export function passesVeber(d: Descriptors): boolean {
  return d.NumRotatableBonds <= 10 && d.tpsa <= 140;
}
