import type { ChainType, Region, Scheme } from './tool.ts';
import { regions } from './tool.ts';

/** A residue's number in a scheme, and the rank of its insertion code: 0 without one, 1 for A. */
export type Position = [number: number, rank: number];

/** A domain as `number_domains.py` returns it. `start` and `end` are positions in the sequence, from 0. */
export interface FoundDomain {
  chain: ChainType;
  confidence: number;
  start: number;
  end: number;
  /** Null when immunum does not number every residue. */
  imgt: Position[] | null;
  /** Numbers in the chosen scheme; null also when the scheme has no numbers for the chain. */
  positions: Position[] | null;
  /** First and last number of each region in the chosen scheme. */
  regions: Record<Region, [number, number]> | null;
}

export interface Numbered {
  /** Why no domain was found. */
  error: string | null;
  domains: FoundDomain[];
}

/** A numbered domain of a sequence. */
export interface Domain extends FoundDomain {
  name: string;
  inputId: string;
  /** Counted from 1. */
  number: number;
  /** Name in files: that of the sequence, with a suffix for each further domain. */
  rowName: string;
  /** The residues of the domain. */
  residues: string;
  positions: Position[];
  regions: Record<Region, [number, number]>;
}

/** Returns the name of an insertion: A to Z, then AA, BB, …, as in ANARCI. No scheme defines names after Z. */
export const insertionOf = (rank: number): string =>
  rank === 0 ? '' : String.fromCharCode(65 + ((rank - 1) % 26)).repeat(Math.ceil(rank / 26));

export const labelOf = ([number, rank]: Position): string => `${number}${insertionOf(rank)}`;

/** Returns the region that contains a residue's number. Insertions belong to the region of their number. */
export function regionOf(domain: Domain, [number]: Position): Region {
  return regions.find((region) => number <= domain.regions[region][1]) ?? 'fr4';
}

/** Returns the residues of each region. */
export function regionSequences(domain: Domain): Record<Region, string> {
  const found = Object.fromEntries(regions.map((region) => [region, ''])) as Record<Region, string>;
  for (const [i, position] of domain.positions.entries()) found[regionOf(domain, position)] += domain.residues[i]!;
  return found;
}

/**
 * In IMGT, insertions in the second half of a CDR come before their number, the last letter first (112B, 112A, 112).
 */
const reversed = [33, 61, 112];

/** Returns a number that sorts the positions of a scheme in the order of the sequence. */
export function orderOf([number, rank]: Position, scheme: Scheme): number {
  return 1_000 * number + (scheme === 'imgt' && reversed.includes(number) ? -rank : rank);
}

/** Returns the class of a chain. Kappa and lambda chains have the same numbers. */
export const classOf = (chain: ChainType): string => (chain === 'K' || chain === 'L' ? 'KL' : chain);
