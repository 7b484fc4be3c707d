import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JobResult } from './resources.ts';

/** Downloads the files of a result by their signed URLs; returns their paths relative to the current directory. */
export async function saveFiles(files: JobResult['files'], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    files.map(async ({ name, size, url }) => {
      const path = join(folder, basename(name));
      const answer = await fetch(url);
      if (!answer.ok || !answer.body) throw new Error(`Cannot download ${name}: status ${answer.status}`);
      const content = Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream);
      const target = createWriteStream(path);
      await pipeline(content, target);
      if (target.bytesWritten !== size) throw new Error(`${name} has ${target.bytesWritten} bytes instead of ${size}`);
      return relative(process.cwd(), path);
    }),
  );
}
