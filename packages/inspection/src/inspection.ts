/** What a saved file is, or why it cannot be one. */
export type Inspection = ({ ok: true } & Accepted) | { ok: false; reason: string; message: string };

export interface Accepted {
  /** Upper case, e.g. FASTA, PDB, PNG. */
  format: string;
  mimeType: string;
  previewKind: 'text' | 'structure' | 'image' | 'binary' | null;
  /** Tools may read it: UTF-8 text. Text in other encodings is kept, but is no input of a job. */
  textual: boolean;
  units: Units;
}

/** What can be counted in a file while it streams by; tools price by some of these. */
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

/** The end of an inspection: `reason` is stable and for programs, the message says what was found and the way out. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
