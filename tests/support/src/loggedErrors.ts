import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './stack.ts';

/** Error lines in the logs of the services, to find out why a story failed. */
export function loggedErrors({ dataDir }: Home): string[] {
  const folder = join(dataDir, 'logs');
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => /^\{"level":"(error|fatal)"/.test(line)),
  );
}
