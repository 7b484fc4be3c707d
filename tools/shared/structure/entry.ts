import type { Residue } from './structure.ts';

/** A residue while its file is read. */
export interface Entry {
  residue: Residue;
  segment: string;
  /** Number of TER lines before the residue. */
  part: number;
  inSequence: boolean;
}
