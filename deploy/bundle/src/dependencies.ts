import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the folders that a package at `folder` needs at run time: its own folder and those of all its dependencies, direct and
 * indirect, found as Node finds them. Optional dependencies are left out.
 *
 * @throws Error when a dependency is not installed.
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

/** Returns the folder of a package, as a package at `from` finds it: npm installs it beside that package or above. */
export function installed(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) return place;
    if (folder === dirname(folder)) throw new Error(`${name}, which ${from} needs, is not installed`);
  }
}
