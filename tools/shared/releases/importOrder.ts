import type { DatasetKind } from '../../contract.ts';

/** A file to import, which may be compressed with gzip. */
export interface ImportSource {
  /** A path, an S3 key or an address. */
  name: string;
  /** Differs when the source has changed: its size and date. */
  mark: string;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

export interface ImportOrder {
  /** The folder of all datasets. */
  root: string;
  id: string;
  release: string;
  kind: DatasetKind;
  title: string;
  licence: string;
  source: ImportSource;
  /** The clans of profiles, as `Pfam-A.clans.tsv`. */
  clans?: ImportSource;
  /** The taxa of sequences: on each line the name of a record and a taxonomy id. */
  taxonMap?: ImportSource;
  /** The taxa above those of the sequences: NCBI's `taxdump.tar`. */
  taxdump?: ImportSource;
  /** The expected SHA-256 of the source, hex. */
  sha256?: string;
  /** Called at the begin of each step, and while the source is read. */
  onProgress(line: string): void;
  /** Called before the first index is built. */
  onRead(): Promise<void>;
  signal: AbortSignal;
}
