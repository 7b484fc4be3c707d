import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { Compile } from 'typebox/compile';
import { PIECE_BYTES, parsePiece } from './pieces.ts';
import { DamagedManifest, type ResultItem, type RowBlock, resultItem } from './resultManifest.ts';

const validItem = Compile(resultItem);

/** Collects the lines of a table in blocks of at most one piece, each with its index entry for the manifest. */
export interface RowBlocks {
  /** Adds a line. Returns its bytes, or why it was not added: larger than a piece, or than the remaining room. */
  add(item: ResultItem, room: number): number | 'too large' | 'no room';
  /** Ends the last block, and returns all blocks so far. */
  close(): { index: RowBlock; bytes: Buffer }[];
}

/** Writes the JSONL of a table, one line per row, in blocks. */
export function createRowBlocks(): RowBlocks {
  const blocks: { index: RowBlock; bytes: Buffer }[] = [];
  let lines: string[] = [];
  let size = 0;
  let firstId = '';

  function closeBlock(): void {
    if (lines.length === 0) return;
    const bytes = Buffer.from(lines.join(''));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    blocks.push({ index: { rows: lines.length, bytes: size, first_id: firstId, sha256 }, bytes });
    lines = [];
    size = 0;
  }

  return {
    add(item, room) {
      const line = `${JSON.stringify(item)}\n`;
      const bytes = Buffer.byteLength(line);
      if (bytes > PIECE_BYTES) return 'too large';
      if (bytes > room) return 'no room';
      if (size + bytes > PIECE_BYTES) closeBlock();
      if (lines.length === 0) firstId = item.id;
      lines.push(line);
      size += bytes;
      return bytes;
    },
    close() {
      closeBlock();
      return blocks;
    },
  };
}

/**
 * Reads the rows of one block and verifies its digest. `start` is the position of its first byte in the file.
 *
 * @throws DamagedManifest, or the store's error when it is unavailable.
 */
export async function readRowBlock(
  blobs: Pick<Blobs, 'get'>,
  key: string,
  start: number,
  { bytes, rows, sha256 }: RowBlock,
): Promise<ResultItem[]> {
  const blob = await blobs.get(key, { start, end: start + bytes - 1 });
  if (!blob) throw new DamagedManifest(`no table at ${key}`);
  const block = await buffer(blob.body);
  if (createHash('sha256').update(block).digest('hex') !== sha256) throw new DamagedManifest(`altered table at ${key}`);
  const items = parseRows(block);
  if (items.length !== rows || !items.every((item) => validItem.Check(item))) {
    throw new DamagedManifest(`broken table at ${key}`);
  }
  return items as ResultItem[];
}

/** Parses the rows of a closed block. */
export function parseRows(block: Buffer): unknown[] {
  const lines = block.toString().split('\n');
  return lines.slice(0, -1).map(parsePiece);
}
