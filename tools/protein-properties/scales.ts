/**
 * Average and monoisotopic masses of the free amino acids in Da (IUPAC atomic weights, as in Biopython). B, J, X and Z
 * have none. A residue weighs one water less.
 */
export const aminoAcidMass: Record<string, [average: number, monoisotopic: number]> = {
  A: [89.0932, 89.047678],
  C: [121.1582, 121.019749],
  D: [133.1027, 133.037508],
  E: [147.1293, 147.053158],
  F: [165.1891, 165.078979],
  G: [75.0666, 75.032028],
  H: [155.1546, 155.069477],
  I: [131.1729, 131.094629],
  K: [146.1876, 146.105528],
  L: [131.1729, 131.094629],
  M: [149.2113, 149.051049],
  N: [132.1179, 132.053492],
  O: [255.3134, 255.158295],
  P: [115.1305, 115.063329],
  Q: [146.1445, 146.069142],
  R: [174.201, 174.111676],
  S: [105.0926, 105.042593],
  T: [119.1192, 119.058243],
  U: [168.0532, 168.964203],
  V: [117.1463, 117.078979],
  W: [204.2252, 204.089878],
  Y: [181.1885, 181.073893],
};

export const waterMass: [average: number, monoisotopic: number] = [18.0153, 18.010565];

export const standardAminoAcids = 'ACDEFGHIKLMNPQRSTVWY';

/** Kyte and Doolittle, J. Mol. Biol. 157:105-132 (1982). U and O have no value. */
export const hydropathy: Record<string, number> = {
  A: 1.8,
  C: 2.5,
  D: -3.5,
  E: -3.5,
  F: 2.8,
  G: -0.4,
  H: -3.2,
  I: 4.5,
  K: -3.9,
  L: 3.8,
  M: 1.9,
  N: -3.5,
  P: -1.6,
  Q: -3.5,
  R: -4.5,
  S: -0.8,
  T: -0.7,
  V: 4.2,
  W: -0.9,
  Y: -1.3,
};

/** Pace et al., Protein Sci. 4:2411-2423 (1995): molar extinction at 280 nm. */
export const extinction = { W: 5500, Y: 1490, cystine: 125 };

/** Ikai, J. Biochem. 88:1895-1898 (1980): side chain volumes relative to alanine. */
export const aliphaticVolume = { A: 1, V: 2.9, I: 3.9, L: 3.9 };

/**
 * Instability weights of dipeptides, Guruprasad, Reddy and Pandit, Protein Eng. 4:155-161 (1990). Each entry has the
 * first residue, then each weight with the second residues that have it. Pairs of standard residues that are not listed
 * weigh 1. Other pairs have no weight (NaN).
 */
const weights: Record<string, string> = {
  A: '44.94:C -7.49:DH 20.26:P',
  C: '20.26:DLP 33.6:HMT -6.54:QV 24.68:W',
  D: '-6.54:FR -7.49:K 20.26:S -14.03:T',
  E: '44.94:C 33.6:E 20.26:DIPQS -6.54:H -14.03:W',
  F: '13.34:D -14.03:K 20.26:P 33.601:Y',
  G: '-7.49:AIKNTY -6.54:E 13.34:GW',
  H: '-9.37:FG 44.94:IY 24.68:KN -1.88:PW -6.54:T',
  I: '44.94:E 13.34:H -7.49:KV 20.26:L -1.88:P',
  K: '-7.49:GILV 33.6:MR 24.64:Q -6.54:P',
  L: '-7.49:K 33.6:Q 20.26:PR 24.68:W',
  M: '13.34:A 58.28:H -1.88:MT -6.54:QR 44.94:PS 24.68:Y',
  N: '-1.88:CP -14.03:FG 44.94:I 24.68:K -6.54:Q -7.49:T -9.37:W',
  P: '20.26:AFPQSV -6.54:CDMR 18.38:E -1.88:W',
  Q: '-6.54:CFVY 20.26:DEPQ 44.94:S',
  R: '-7.49:G 20.26:HPQ 13.34:N 44.94:S 58.28:RW -6.54:Y',
  S: '33.6:C 20.26:EQRS 44.94:P',
  T: '20.26:E 13.34:F -7.49:G -14.03:NW -6.54:Q',
  V: '-14.03:D -7.49:GT -1.88:K 20.26:P -6.54:Y',
  W: '-14.03:AT -9.37:G 24.68:HM 13.34:LN -7.49:V',
  Y: '24.68:AD -6.54:E -7.49:GT 13.34:HPY 44.94:M -15.91:R -9.37:W',
};

/**
 * Weights by the character codes of a pair, `first * 128 + second`. An array, because long sequences spend most of
 * their time here.
 */
export const instabilityWeights = new Float64Array(128 * 128).fill(Number.NaN);
for (const first of standardAminoAcids) {
  const row = first.charCodeAt(0) * 128;
  for (const second of standardAminoAcids) instabilityWeights[row + second.charCodeAt(0)] = 1;
  for (const group of weights[first]!.split(' ')) {
    const [weight, seconds] = group.split(':') as [string, string];
    for (const second of seconds) instabilityWeights[row + second.charCodeAt(0)] = Number(weight);
  }
}
