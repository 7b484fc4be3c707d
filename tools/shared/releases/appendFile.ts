import { closeSync, openSync, writeSync } from 'node:fs';

const BATCH = 1024 * 1024;

/** A new file that is written from start to end. */
export interface AppendFile {
  /** Number of bytes written so far. */
  readonly position: number;
  write(bytes: Buffer | string): void;
  close(): void;
}

/** Creates a file, or empties it. Writes are gathered into calls of 1 MiB. */
export function appendFile(path: string): AppendFile {
  const file = openSync(path, 'w', 0o644);
  let waiting: Buffer[] = [];
  let size = 0;
  let position = 0;

  function flush(): void {
    const all = Buffer.concat(waiting);
    for (let at = 0; at < all.length; ) at += writeSync(file, all, at);
    waiting = [];
    size = 0;
  }

  return {
    get position() {
      return position;
    },
    write(bytes) {
      const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
      waiting.push(buffer);
      size += buffer.length;
      position += buffer.length;
      if (size >= BATCH) flush();
    },
    close() {
      flush();
      closeSync(file);
    },
  };
}
