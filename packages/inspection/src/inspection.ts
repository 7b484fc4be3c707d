/** The format of an accepted file, or why it was rejected. */
export type Inspection = ({ ok: true } & Accepted) | { ok: false; reason: string; message: string };

export interface Accepted {
  /** Upper case, e.g. FASTA, PDB, PNG. */
  format: string;
  mimeType: string;
  previewKind: 'text' | 'structure' | 'image' | 'binary' | null;
  /** UTF-8 text, which tools can read. Text in other encodings is stored, but cannot be the input of a job. */
  textual: boolean;
  units: Units;
}

/** What is counted in a file as it streams; the price of some tools depends on these. */
export interface Units {
  lines?: number;
  records?: number;
  residues?: number;
  atoms?: number;
  models?: number;
  molecules?: number;
  trees?: number;
  leaves?: number;
  rows?: number;
  entries?: number;
}

/** The rejection of a file: `reason` is a stable code, the message says what was found and what to do. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
