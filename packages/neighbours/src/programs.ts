import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The release of the S3 server; that of Kafka is in pom.xml. */
const VERSITYGW = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';

/** Kept between runs, never committed. */
const cache = join(import.meta.dirname, '../../..', 'node_modules', '.cache', 'rotamer-real');

const pom = join(import.meta.dirname, '../pom.xml');

/** The folder of Kafka's jars. Downloads them with Maven if they are missing (some 45 MB, 10 s). */
export function kafkaJars(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  return made(join(cache, `kafka-${version}`), (folder) =>
    run('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`]),
  );
}

/** The S3 server's executable. Builds it with Go if it is missing (two minutes on two cores). */
export async function s3Program(): Promise<string> {
  const version = VERSITYGW.split('@')[1];
  const folder = await made(join(cache, `versitygw-${version}`), (folder) =>
    run('go', ['install', VERSITYGW], { GOBIN: folder }),
  );
  return join(folder, 'versitygw');
}

/** Creates a folder atomically, also when two processes do so concurrently. */
async function made(folder: string, make: (draft: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await make(draft);
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  try {
    await promisify(execFile)(program, args, { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${`${stdout}${stderr}`.trim().split('\n').slice(-20).join('\n')}`);
  }
}
