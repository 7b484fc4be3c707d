import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from '../certificate.ts';
import { freePort } from '../freePort.ts';
import { isOpen } from '../isOpen.ts';
import { s3Program } from '../programs.ts';
import { type Server, startServer } from '../startServer.ts';
import { requireTools } from '../toolchain.ts';

export interface S3Options {
  /** The data folder, an absolute path. Created if missing. */
  folder: string;
  logFile: string;
  /** A port on 127.0.0.1; by default any free port. */
  port?: number;
  accessKeyId: string;
  secretAccessKey: string;
  /** Folder of further users besides the owner of the keys. By default there are none. */
  usersFolder?: string;
  /** Serves TLS with this certificate. */
  certificate?: Certificate;
}

/**
 * Starts the Versity S3 gateway on a folder, on loopback only. Objects are files, with their metadata in extended
 * attributes. So both are replaced atomically, unlike with the gateway's sidecar folder.
 */
export async function startS3(options: S3Options): Promise<Server> {
  const { folder, logFile, port, accessKeyId, secretAccessKey, certificate, usersFolder } = options;
  requireTools();
  const program = await s3Program();
  const objects = join(folder, 'objects');
  mkdirSync(objects, { recursive: true, mode: 0o700 });
  const chosen = port ?? (await freePort());
  const tls = certificate ? ['--cert', certificate.certificate, '--key', certificate.key] : [];
  if (usersFolder) mkdirSync(usersFolder, { recursive: true, mode: 0o700 });
  const users = usersFolder ? ['--iam-dir', usersFolder] : [];
  return startServer({
    name: 'The S3 server',
    command: program,
    args: ['--quiet', '--port', `127.0.0.1:${chosen}`, ...tls, ...users, 'posix', objects],
    env: { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
    folder,
    logFile,
    port: chosen,
    answers: () => isOpen(chosen),
  });
}
