import { aminoAcidMass, hydropathy, waterMass } from '../protein-properties/scales.ts';

interface Rule {
  /** Cuts after these residues, */
  behind?: string;
  /** unless one of these residues follows, */
  notBefore?: string;
  /** nor, after a certain residue, one of these; */
  alsoNotBefore?: Record<string, string>;
  /** or cuts before these residues, */
  before?: string;
  /** unless one of these residues precedes, */
  notBehind?: string;
  /** or one of these follows them. */
  notFollowedBy?: string;
}

/** Rules of proteases and reagents, by ExPASy PeptideCutter and PeptideMass. No rule cuts at an unknown residue. */
export const enzymes = {
  trypsin: { behind: 'KR', notBefore: 'P' },
  'trypsin/p': { behind: 'KR' },
  'arg-c': { behind: 'R', notBefore: 'P' },
  'lys-c': { behind: 'K' },
  'lys-n': { before: 'K' },
  'asp-n': { before: 'D' },
  'asp-n/glu': { before: 'DE' },
  'glu-c': { behind: 'E' },
  'glu-c/asp': { behind: 'DE' },
  cnbr: { behind: 'M' },
  chymotrypsin: { behind: 'FWY', notBefore: 'P', alsoNotBefore: { W: 'M' } },
  'chymotrypsin-low': { behind: 'FWYLMH', notBefore: 'P', alsoNotBefore: { W: 'M', M: 'Y', H: 'DMW' } },
  'pepsin-ph1.3': { behind: 'FL' },
  'pepsin-ph2': { behind: 'FLWYAEQ' },
  thermolysin: { before: 'AFILMV', notBehind: 'DE', notFollowedBy: 'P' },
} satisfies Record<string, Rule>;

export type Enzyme = keyof typeof enzymes;

export interface DigestOptions {
  enzyme: Enzyme;
  missed_cleavages: number;
  specificity: 'full' | 'semi';
  min_length: number;
  max_length: number;
}

export interface Piece {
  /** 0-based position. The end is excluded. */
  start: number;
  end: number;
  missed: number;
}

/** Yields peptides in the order of their start, then of their length. */
export function* digest(sequence: string, options: DigestOptions): Generator<Piece> {
  const cuts = cutsOf(sequence, options.enzyme);
  if (options.specificity === 'semi') yield* semiSpecific(sequence, cuts, options);
  else yield* specific(cuts, options);
}

/** Yields peptides with at least one end that the enzyme cuts. The other end may be anywhere. */
function* semiSpecific(sequence: string, cuts: number[], options: DigestOptions): Generator<Piece> {
  const isCut = new Uint8Array(sequence.length + 1);
  for (const cut of cuts) isCut[cut] = 1;
  for (let start = 0; start < sequence.length; start++) {
    let missed = 0;
    const last = Math.min(sequence.length, start + options.max_length);
    for (let end = start + 1; end <= last && missed <= options.missed_cleavages; end++) {
      if (end - start >= options.min_length && (isCut[start] || isCut[end])) yield { start, end, missed };
      missed += isCut[end]!;
    }
  }
}

function* specific(cuts: number[], options: DigestOptions): Generator<Piece> {
  for (let first = 0; first + 1 < cuts.length; first++) {
    for (let missed = 0; missed <= options.missed_cleavages && first + missed + 1 < cuts.length; missed++) {
      const [start, end] = [cuts[first]!, cuts[first + missed + 1]!];
      if (end - start > options.max_length) break;
      if (end - start >= options.min_length) yield { start, end, missed };
    }
  }
}

/** Returns the positions of both ends of the sequence, and of all cuts between them. */
function cutsOf(sequence: string, enzyme: Enzyme): number[] {
  const rule: Rule = enzymes[enzyme];
  const { behind = '', notBefore = '', before = '', notBehind = '', notFollowedBy = '' } = rule;
  const cuts = [0];
  for (let i = 1; i < sequence.length; i++) {
    const [last, next] = [sequence[i - 1]!, sequence[i]!];
    const isSpared = notBefore.includes(next) || rule.alsoNotBefore?.[last]?.includes(next);
    const isBehind = behind.includes(last) && !isSpared;
    const isFollowed = i + 1 < sequence.length && notFollowedBy.includes(sequence[i + 1]!);
    const isBefore = before.includes(next) && !notBehind.includes(last) && !isFollowed;
    if (isBehind || isBefore) cuts.push(i);
  }
  cuts.push(sequence.length);
  return cuts;
}

/** Mass of a proton in Da (CODATA 2018). */
const PROTON = 1.007276467;

/** Mass differences of fixed modifications of cysteine, in Da (Unimod 4, 24 and 39). */
export const cysteines = {
  none: [0, 0],
  carbamidomethyl: [57.0513, 57.021464],
  propionamide: [71.0779, 71.037114],
  methylthio: [46.0916, 45.987721],
} satisfies Record<string, [average: number, monoisotopic: number]>;

export type Cysteine = keyof typeof cysteines;

/** Returns the masses of a peptide in Da, or null if a residue has no mass. */
export function massesOf(peptide: string, cysteine: Cysteine): { average: number; mono: number } | null {
  let [average, mono] = [...waterMass];
  for (const letter of peptide) {
    const mass = aminoAcidMass[letter];
    if (!mass) return null;
    average += mass[0] - waterMass[0];
    mono += mass[1] - waterMass[1];
    if (letter !== 'C') continue;
    average += cysteines[cysteine][0];
    mono += cysteines[cysteine][1];
  }
  return { average, mono };
}

/** Returns the m/z of a peptide with this many protons. */
export const chargedMz = (mass: number, charge: number): number => (mass + charge * PROTON) / charge;

/**
 * Returns the mean hydropathy over the residues that have one, as protein-properties does. U and O have none. Returns
 * null if a residue is unknown.
 */
export function gravy(peptide: string): number | null {
  let [sum, residues] = [0, 0];
  for (const letter of peptide) {
    if (!aminoAcidMass[letter]) return null;
    const value = hydropathy[letter];
    if (value === undefined) continue;
    sum += value;
    residues++;
  }
  return residues === 0 ? null : Number((sum / residues).toFixed(4)) + 0;
}
