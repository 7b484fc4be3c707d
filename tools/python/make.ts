// npm run tools:python: makes the virtual environment of tools that are written in Python, of the exact packages in requirements.txt.
// It does nothing where the environment is there. It loads no package of npm: an image makes it without them.

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
  // Tools run as other users.
  process.umask(0o022);
  // Beside its place, so that the environment is whole as soon as it has its name.
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

/** The name in place.ts is that of these lists. */
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
  // PDBFixer, which is Python alone, is published as sources only.
  const fromSources = ['--no-binary', 'pdbfixer', '--no-build-isolation', '--use-pep517'];
  pip('--only-binary', ':all:', ...fromSources, '-r', requirements);
}

/** Gives the environment its name; another process may have made the same meanwhile. */
function finish(begun: string): void {
  try {
    renameSync(begun, pythonFolder);
  } catch (error) {
    if (!existsSync(pythonFolder)) throw error;
  }
}

/**
 * A Python ≥ 3.11 that tools can run in the sandbox, which shows /usr, /opt and /nix.
 *
 * @throws Error where there is none.
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
