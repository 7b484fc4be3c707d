import { Fault } from '@rotamer/kit/errors/fault.ts';

/** The format of an accepted file, or why it was rejected. */
export type Inspection = ({ ok: true } & Accepted) | { ok: false; reason: string; message: string };

export interface Accepted {
  /** Upper case, e.g. FASTA, PDB, PNG. */
  format: string;
  mimeType: string;
  previewKind: 'text' | 'structure' | 'image' | 'binary' | null;
  /** Text, which tools can read; `decoding` says how its bytes become UTF-8. */
  textual: boolean;
  /** Absent when the bytes are UTF-8 already, and for content that is not text. */
  decoding?: Decoding;
  units: Units;
}

/** How the bytes of a text become UTF-8 without loss. */
export interface Decoding {
  /** Whether to unpack GZIP first. */
  gzip: boolean;
  charset: Charset;
}

export type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The units counted in a file as it streams. The price of some tools depends on them. */
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

/**
 * Returns an accepted inspection.
 *
 * @throws validation_error for a rejected file; its `details.reason` is a stable code
 */
export function accepted(inspection: Inspection): Accepted {
  if (inspection.ok) return inspection;
  const { reason, message } = inspection;
  throw new Fault('validation_error', `file: ${message}`, { details: { reason, errors: [{ path: 'file', message }] } });
}
