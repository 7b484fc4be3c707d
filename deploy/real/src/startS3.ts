import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@rotamer/stack/freePort.ts';
import { s3Program } from './programs.ts';
import { type Server, startServer } from './startServer.ts';
import { requireTools } from './toolchain.ts';

export interface S3Options {
  /** Everything is kept below this folder, an absolute path. Made when missing. */
  folder: string;
  logFile: string;
  /** On 127.0.0.1; without one any free port. */
  port?: number;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Starts the Versity S3 gateway on a folder, on loopback only. Objects are files, and what S3 knows of them stands in
 * their extended attributes: so both are replaced at once, which they are not with its sidecar folder.
 */
export async function startS3({ folder, logFile, port, accessKeyId, secretAccessKey }: S3Options): Promise<Server> {
  requireTools();
  const program = await s3Program();
  const objects = join(folder, 'objects');
  mkdirSync(objects, { recursive: true, mode: 0o700 });
  const chosen = port ?? (await freePort());
  return startServer({
    name: 'The S3 server',
    command: program,
    args: ['--quiet', '--port', `127.0.0.1:${chosen}`, 'posix', objects],
    env: { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
    folder,
    logFile,
    port: chosen,
    // Without a signature it refuses: that is an answer.
    answers: () =>
      fetch(`http://127.0.0.1:${chosen}/`).then(
        () => true,
        () => false,
      ),
  });
}
