import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { made, run } from './cache.ts';

/** The release of the S3 server. The release of Kafka is in pom.xml. */
const VERSITYGW = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';

const pom = join(import.meta.dirname, '../pom.xml');

/** Returns the folder of Kafka's jars. Downloads them with Maven if they are missing (some 45 MB, 10 s). */
export function kafkaJars(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  return made(`kafka-${version}`, (folder) =>
    run('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`]),
  );
}

/**
 * In continuous integration the server need not be fast, so the compiler does not optimise it, writes no data for debuggers, and does
 * without C. That takes 60 % of the CPU time of an ordinary build. The bench compares with an ordinary one.
 */
const plainly = ['-gcflags=all=-N -l -dwarf=false', '-ldflags=-s -w'];

/** Returns the S3 server's executable. Builds it with Go if it is missing (two minutes on two cores). */
export async function s3Program(): Promise<string> {
  const name = `versitygw-${VERSITYGW.split('@')[1]}`;
  const [options, env, variant] = process.env.CI ? [plainly, { CGO_ENABLED: '0' }, '-plain'] : [[], {}, ''];
  const folder = await made(`${name}${variant}`, (folder) =>
    run('go', ['install', ...options, VERSITYGW], { env: { ...env, GOBIN: folder } }),
  );
  return join(folder, 'versitygw');
}
