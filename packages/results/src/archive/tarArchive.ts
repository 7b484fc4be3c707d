import { createHash } from 'node:crypto';
import { pack as newPack } from 'tar-stream';

/** A file of an archive: its bytes, where they are in the blob store, or how they are made again. */
export type ArchiveFile = { path: string; size: number; sha256: string } & Content;

type Content = { bytes: Buffer } | { key: string } | { make: () => Promise<Buffer> };

/** A part of an archive. */
export type Part = { size: number } & ({ bytes: Buffer } | ({ path: string } & Exclude<Content, { bytes: Buffer }>));

/** An uncompressed tar archive whose every byte is known before a file is read, so that ranges of it can be sent. */
export interface TarArchive {
  parts: Part[];
  /** Bytes of the whole archive. */
  size: number;
  /** SHA-256 over headers and digests of all files, in hex. It identifies the bytes. */
  digest: string;
}

const BLOCK = 512;
/** Ends an archive. */
const END = Buffer.alloc(2 * BLOCK);

/** Lays out an archive of files, in this order. The same files always give the same bytes: all times are 1970. */
export async function layOutTar(files: readonly ArchiveFile[]): Promise<TarArchive> {
  const parts: Part[] = [];
  const hash = createHash('sha256');
  for (const { path, size, sha256, ...content } of files) {
    const header = await headerOf(path, size);
    hash.update(header).update(sha256);
    const padding = Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
    parts.push({ size: header.length, bytes: header });
    parts.push('bytes' in content ? { size, bytes: content.bytes } : { size, path, ...content });
    parts.push({ size: padding.length, bytes: padding });
  }
  parts.push({ size: END.length, bytes: END });
  const whole = parts.filter(({ size }) => size > 0);
  return { parts: whole, size: whole.reduce((sum, { size }) => sum + size, 0), digest: hash.digest('hex') };
}

const EPOCH = new Date(0);
/** Position of the type in a header, and the type of a file. An extended header precedes that of a file with a long name. */
const TYPE = 156;
const FILE = '0'.charCodeAt(0);

/** Returns everything that precedes the bytes of a file. */
async function headerOf(name: string, size: number): Promise<Buffer> {
  const pack = newPack();
  // The entry fails when it is left without its bytes, which is intended.
  pack.on('error', () => {});
  pack.entry({ name, size, mtime: EPOCH, mode: 0o644, uid: 0, gid: 0, type: 'file' }, () => {}).on('error', () => {});
  const chunks: Buffer[] = [];
  for await (const chunk of pack as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    if (chunk.length === BLOCK && chunk[TYPE] === FILE) break;
  }
  return Buffer.concat(chunks);
}
