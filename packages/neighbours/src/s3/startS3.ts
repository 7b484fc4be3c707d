import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from '../certificate.ts';
import { freePort } from '../freePort.ts';
import { isOpen } from '../isOpen.ts';
import { s3Program } from '../programs.ts';
import { type Server, startServer } from '../startServer.ts';
import { requireTools } from '../toolchain.ts';

export interface S3Options {
  /** Everything is kept below this folder, an absolute path. Made when missing. */
  folder: string;
  logFile: string;
  /** On 127.0.0.1; without one any free port. */
  port?: number;
  accessKeyId: string;
  secretAccessKey: string;
  /** Answers over TLS, with this. */
  certificate?: Certificate;
}

/**
 * Starts the Versity S3 gateway on a folder, on loopback only. Objects are files, and what S3 knows of them stands in
 * their extended attributes: so both are replaced at once, which they are not with its sidecar folder.
 */
export async function startS3(options: S3Options): Promise<Server> {
  const { folder, logFile, port, accessKeyId, secretAccessKey, certificate } = options;
  requireTools();
  const program = await s3Program();
  const objects = join(folder, 'objects');
  mkdirSync(objects, { recursive: true, mode: 0o700 });
  const chosen = port ?? (await freePort());
  const tls = certificate ? ['--cert', certificate.certificate, '--key', certificate.key] : [];
  return startServer({
    name: 'The S3 server',
    command: program,
    args: ['--quiet', '--port', `127.0.0.1:${chosen}`, ...tls, 'posix', objects],
    env: { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
    folder,
    logFile,
    port: chosen,
    answers: () => isOpen(chosen),
  });
}
