import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The Rotamer that `npm start` runs in this folder or in one above it. */
export function readStackFile(cwd: string): { base_url: string; api_key: string; path: string } | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, '.rotamer', 'stack.json');
    try {
      const { base_url, api_key } = JSON.parse(readFileSync(path, 'utf8'));
      if (typeof base_url === 'string' && typeof api_key === 'string') return { base_url, api_key, path };
    } catch {
      // None here, or one that is being written.
    }
    if (dirname(folder) === folder) return undefined;
  }
}
