// npm run tools:python: makes the virtual environment of the tools written in Python, with exactly the packages in
// requirements.txt. Does nothing if the environment exists. Uses no npm package, because images make the environment
// without them.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pythonFolder } from './place.ts';

const here = import.meta.dirname;
const requirements = join(here, 'requirements.txt');
const buildRequirements = join(here, 'build.txt');

if (!existsSync(pythonFolder)) make();

function make(): void {
  refuseOtherName();
  const started = performance.now();
  console.log(`Making the Python of the tools in ${pythonFolder} …`);
  // Files must be readable by all users, because tools run as other users.
  process.umask(0o022);
  // The environment is made in a temporary folder and then renamed, so that a folder with that name is always complete.
  const begun = `${pythonFolder}.${process.pid}`;
  try {
    makeFolder(dirname(pythonFolder));
    install(begun);
    finish(begun);
  } finally {
    rmSync(begun, { recursive: true, force: true });
  }
  console.log(`Made in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/** Throws unless the name in place.ts is the digest of the lists of packages. */
function refuseOtherName(): void {
  const lists = [requirements, buildRequirements].map((file) => readFileSync(file));
  const digest = createHash('sha256').update(Buffer.concat(lists)).digest('hex').slice(0, 12);
  if (!pythonFolder.endsWith(`/${digest}`)) throw new Error(`tools/python/place.ts must end its folder with ${digest}`);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code!)) throw error;
    throw new Error(`${folder} cannot be made. This makes it yours: sudo install -d -o "$USER" ${folder}`);
  }
}

function install(folder: string): void {
  execFileSync(findPython(), ['-m', 'venv', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
  const pip = (...args: string[]) =>
    execFileSync(
      join(folder, 'bin/python3'),
      ['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check', '--require-hashes', ...args],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
  pip('--only-binary', ':all:', '-r', buildRequirements);
  // PDBFixer is pure Python, and published as source only.
  const fromSources = ['--no-binary', 'pdbfixer', '--no-build-isolation', '--use-pep517'];
  pip('--only-binary', ':all:', ...fromSources, '-r', requirements);
}

/** Renames the environment to its final name. Another process may have made the same one meanwhile. */
function finish(begun: string): void {
  try {
    renameSync(begun, pythonFolder);
  } catch (error) {
    if (!existsSync(pythonFolder)) throw error;
  }
}

/**
 * Returns a Python ≥ 3.11 that tools can run in the sandbox, which shows /usr, /opt and /nix.
 *
 * @throws Error when there is none.
 */
function findPython(): string {
  const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/nix/var/nix/profiles/default/bin'];
  const names = ['python3', 'python3.11', 'python3.12', 'python3.13'];
  const found = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file) && /^\/(usr|opt|nix)\//.test(realpathSync(file)) && isFit(file));
  if (found) return found;
  throw new Error(
    'Python 3.11, 3.12 or 3.13 with its module venv is needed in /usr, e.g. apt-get install python3 python3-venv',
  );
}

function isFit(file: string): boolean {
  const question = 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 14))';
  try {
    execFileSync(file, ['-c', question], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
