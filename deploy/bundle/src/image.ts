import { cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { mainOf, type Service } from '@rotamer/deploy/services.ts';
import { bundle, packagesBeside } from './bundle.ts';
import { dependencyFolders } from './dependencies.ts';
import { bundleOf, imagePrograms } from './programs.ts';

/**
 * Writes the contents of a service's image to `folder`, in place of `root`: the bundles of its programs, the files beside its
 * sources (migrations, templates), and the packages that bundles load. `main.js` is its main program.
 */
export async function serviceImage(root: string, service: Service, folder: string): Promise<void> {
  const needed = [...dependencyFolders(join(root, 'services', service.name))];
  for (const workspace of needed.filter((path) => !isPackage(path))) copy(root, workspace, folder, isNoSource);
  const beside = packagesBeside.map((name) => join(root, 'node_modules', name)).filter((path) => needed.includes(path));
  for (const path of new Set(beside.flatMap((one) => [...dependencyFolders(one)]))) copy(root, path, folder);
  // After the packages, because the programs of tools are loaded to write V8's compiled code.
  await bundle(root, imagePrograms(service), { outdir: join(folder, 'bundles'), runsAt: join(root, 'bundles') });
  finish(root, folder, join('bundles', bundleOf(mainOf(service.name))));
}

/** Writes the contents of the image with the operators' commands, which run from their sources. */
export function operatorImage(root: string, folder: string): void {
  const needed = [...dependencyFolders(join(root, 'deploy/stack'))];
  for (const path of needed) copy(root, path, folder, isPackage(path) ? undefined : isOwn);
  const names = join('node_modules', '@rotamer');
  mkdirSync(join(folder, names), { recursive: true });
  for (const name of readdirSync(join(root, names))) {
    const path = realpathSync(join(root, names, name));
    if (needed.includes(path)) symlinkSync(relative(join(root, names), path), join(folder, names, name));
  }
  finish(root, folder, 'deploy/stack/src/admin.ts');
}

const isPackage = (path: string) => path.includes('/node_modules/');

const isOwn = (path: string) => basename(path) !== 'node_modules';

const isNoSource = (path: string) => isOwn(path) && !/\.tsx?$/.test(path);

function copy(root: string, path: string, folder: string, filter?: (path: string) => boolean): void {
  cpSync(path, join(folder, relative(root, path)), { recursive: true, verbatimSymlinks: true, filter });
}

/** Writes the main file and a `package.json` that marks the files as ES modules. */
function finish(root: string, folder: string, main: string): void {
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(main, join(folder, 'main.js'));
}
