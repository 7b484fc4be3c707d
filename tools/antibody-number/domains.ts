import type { ChainType, Region, Scheme } from './tool.ts';
import { regions } from './tool.ts';

/** A residue's number in a scheme, and the rank of its insertion code: 0 without one, 1 for A. */
export type Position = [number: number, rank: number];

/** What `number_domains.py` returns of a domain. `start` and `end` are of the sequence, from 0. */
export interface FoundDomain {
  chain: ChainType;
  confidence: number;
  start: number;
  end: number;
  /** Null where immunum does not number every residue. */
  imgt: Position[] | null;
  /** In the scheme that was asked for; null where it has no numbers for the chain, too. */
  positions: Position[] | null;
  /** First and last number of each region in that scheme. */
  regions: Record<Region, [number, number]> | null;
}

export interface Numbered {
  /** Why there is no domain. */
  error: string | null;
  domains: FoundDomain[];
}

/** A domain with numbers, of a sequence. */
export interface Domain extends FoundDomain {
  name: string;
  inputId: string;
  /** From 1. */
  number: number;
  /** In files: that of the sequence, and another one for each further domain. */
  rowName: string;
  /** Its residues. */
  residues: string;
  positions: Position[];
  regions: Record<Region, [number, number]>;
}

/** A to Z, then AA, BB, …, as ANARCI has it: no scheme has names beyond Z. */
export const insertionOf = (rank: number): string =>
  rank === 0 ? '' : String.fromCharCode(65 + ((rank - 1) % 26)).repeat(Math.ceil(rank / 26));

export const labelOf = ([number, rank]: Position): string => `${number}${insertionOf(rank)}`;

/** The region that has the number of a residue, and its insertions. */
export function regionOf(domain: Domain, [number]: Position): Region {
  return regions.find((region) => number <= domain.regions[region][1]) ?? 'fr4';
}

/** The residues of each region. */
export function regionSequences(domain: Domain): Record<Region, string> {
  const found = Object.fromEntries(regions.map((region) => [region, ''])) as Record<Region, string>;
  for (const [i, position] of domain.positions.entries()) found[regionOf(domain, position)] += domain.residues[i]!;
  return found;
}

/** Of IMGT: insertions in the second half of a CDR stand before their number, the last letter first (112B, 112A, 112). */
const reversed = [33, 61, 112];

/** A number by which positions of a scheme are in the order of the sequence. */
export function orderOf([number, rank]: Position, scheme: Scheme): number {
  return 1_000 * number + (scheme === 'imgt' && reversed.includes(number) ? -rank : rank);
}

/** Kappa and lambda chains have the same numbers. */
export const classOf = (chain: ChainType): string => (chain === 'K' || chain === 'L' ? 'KL' : chain);
