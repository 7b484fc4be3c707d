import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './stack.ts';

/** Returns error lines from the logs of the services, which help to find why a story failed; none if no stack was started. */
export function loggedErrors({ dataDir }: Home): string[] {
  const folder = join(dataDir, 'logs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => /^\{"level":"(error|fatal)"/.test(line)),
  );
}
