import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const needed = ['java', 'mvn', 'go'];

/** Returns which of these programs are missing. The default list is what it takes to fetch, build and run Kafka and the S3 server. */
export function missingTools(programs = needed): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
}

/** Throws when a tool is missing. @throws Error naming the missing tools and the alternative */
export function requireTools(): void {
  const missing = missingTools();
  if (missing.length === 0) return;
  throw new Error(
    `--real needs ${needed.join(', ')} (Java 17 or later, Maven, Go); ${missing.join(', ')} missing. ` +
      'Install them, or name servers of your own with ROTAMER_KAFKA_BROKERS and ROTAMER_S3_ENDPOINT.',
  );
}
