import type { Residue } from './structure.ts';

/** A residue while its file is read. */
export interface Entry {
  residue: Residue;
  segment: string;
  /** How many TER lines stand before it. */
  part: number;
  inSequence: boolean;
}
