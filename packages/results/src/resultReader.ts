import {
  ownerOf,
  type ResultItem,
  type ResultManifest,
  type ResultTable,
  type RowBlock,
  readManifest,
} from '@rotamer/domain/results/resultManifest.ts';
import { readRowBlock } from '@rotamer/domain/results/rowBlocks.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import { createSharedReads } from './sharedReads.ts';

/** Size of the cache of manifests and rows, in stored bytes. In memory they take a few times as much. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A block of rows, with its file and the byte at which it begins. */
export interface PlacedBlock {
  key: string;
  /** Byte at which the block begins in its file. */
  start: number;
  block: RowBlock;
}

/** Reads and verifies results, with a cache: results are immutable. */
export interface ResultReader {
  manifest(ref: ManifestRef): Promise<ResultManifest>;
  /** Reads a block, at most 256 KiB of rows. */
  rows(block: PlacedBlock): Promise<ResultItem[]>;
}

export function createResultReader(blobs: Pick<Blobs, 'get'>): ResultReader {
  const read = createSharedReads(MAX_BYTES);
  return {
    manifest: (ref) =>
      read({
        name: `${ref.key} ${ref.sha256}`,
        owner: ownerOf(ref.key),
        size: ref.size,
        read: () => readManifest(blobs, ref),
      }),
    rows: ({ key, start, block }) =>
      read({
        name: `${key} ${start} ${block.sha256}`,
        owner: ownerOf(key),
        size: block.bytes,
        read: () => readRowBlock(blobs, key, start, block),
      }),
  };
}

/** Where the blocks of a table are. */
export function* placeBlocks({ files }: ResultManifest, { file_id, blocks }: ResultTable): Generator<PlacedBlock> {
  const file = files.find(({ id }) => id === file_id);
  if (!file) throw new Error(`the manifest has a table of no file: ${file_id}`);
  let start = 0;
  for (const block of blocks) {
    yield { key: file.key, start, block };
    start += block.bytes;
  }
}

export function rowsOf({ blocks }: ResultTable): number {
  return blocks.reduce((sum, { rows }) => sum + rows, 0);
}
