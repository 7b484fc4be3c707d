import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const needed = ['java', 'mvn', 'go'];

/** Those of these programs that are missing, by default of those that fetch, build and run Kafka and the S3 server. */
export function missingTools(programs = needed): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
}

/** @throws Error naming what is missing, and the alternative. */
export function requireTools(): void {
  const missing = missingTools();
  if (missing.length === 0) return;
  throw new Error(
    `--real needs ${needed.join(', ')} (Java 17 or later, Maven, Go); ${missing.join(', ')} missing. ` +
      'Install them, or name servers of your own with ROTAMER_KAFKA_BROKERS and ROTAMER_S3_ENDPOINT.',
  );
}
