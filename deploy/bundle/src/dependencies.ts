import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folders that a package at `folder` needs at run time: its own and, down to the last, those of its dependencies,
 * found as Node finds them. Optional ones are left out.
 *
 * @throws Error when one is not installed.
 */
export function dependencyFolders(folder: string, found = new Set<string>()): Set<string> {
  const here = realpathSync(folder);
  if (found.has(here)) return found;
  found.add(here);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    if (!(name in optionalDependencies)) dependencyFolders(installed(name, here), found);
  }
  return found;
}

/** The folder of a package, as one at `from` gets it: npm puts it beside the package or above. */
export function installed(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) return place;
    if (folder === dirname(folder)) throw new Error(`${name}, which ${from} needs, is not installed`);
  }
}
