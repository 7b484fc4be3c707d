import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { Header } from 'tar';

export type Files = Record<string, Uint8Array | string>;

export function zip(files: Files): Buffer {
  const entries = Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

export function gz(content: Uint8Array | string): Buffer {
  return gzipSync(content);
}

type TarEntry = {
  path: string;
  content?: Uint8Array | string;
  type?: 'File' | 'SymbolicLink' | 'Link' | 'FIFO';
  linkpath?: string;
};

export function tar(entries: TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, content = '', type = 'File', linkpath }) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    new Header({ path, size: bytes.length, type, linkpath, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 }).encode(
      header,
    );
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export function tarOf(files: Files): Buffer {
  return tar(Object.entries(files).map(([path, content]) => ({ path, content })));
}

/** Overwrites bytes after a signature, to create archives that no packing library would write. */
export function patched(archive: Buffer, signature: string, at: number, bytes: number[]): Buffer {
  const copy = Buffer.from(archive);
  const where = Buffer.from(signature, 'latin1');
  for (let i = copy.indexOf(where); i !== -1; i = copy.indexOf(where, i + 1)) copy.set(bytes, i + at);
  return copy;
}

export const localHeader = 'PK\x03\x04';
export const directoryHeader = 'PK\x01\x02';
