import { join } from 'node:path';

/** Path of a file that pages load. */
export function shareAsset(file: string): string {
  return join(import.meta.dirname, 'assets', file);
}
