import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';

/** An installer of Python packages, which PyPI has as a package. */
const UV_VERSION = '0.13.9';

/** Returns what is missing for Python tools on this machine, or undefined. */
export function missingPython(): string | undefined {
  const check = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  if (spawnSync('python3', ['-c', check], { stdio: 'ignore' }).status === 0) return undefined;
  return 'Python 3.10 or newer with venv (on Debian: python3 and python3-venv)';
}

/**
 * Returns the folder of programs of a virtual environment with the exact versions of a requirements file. Makes the
 * environment once for each content of that file. `options` are further options of pip. Throws when the installation fails, after the
 * reason was printed on the terminal.
 */
export function pythonEnvironment(name: string, requirements: string, ...options: string[]): string {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(repository, 'node_modules', '.cache', `${name}-${digest}`);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return join(folder, 'bin');
  inTurn(`${folder}.lock`, () => {
    if (existsSync(complete)) return;
    console.log(`Installing ${name} …`);
    rmSync(folder, { recursive: true, force: true });
    makeEnvironment(folder);
    installPackages(join(folder, 'bin'), ...options, '-r', requirements);
    // Written last, so that an interrupted installation is repeated.
    writeFileSync(complete, '');
  });
  return join(folder, 'bin');
}

/** Waits until no other process does the same work, then does it. The lock has the id of its process; that of an ended process is void. */
function inTurn(lock: string, work: () => void): void {
  while (!tryLock(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (holder > 0 && !isRunning(holder)) rmSync(lock, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Makes an empty virtual environment. pip, which takes 4 s to install, is not in it. */
export function makeEnvironment(folder: string): void {
  runProgram('python3', '-m', 'venv', '--without-pip', folder);
}

/**
 * Installs packages into the environment that has these programs: with uv, which takes a tenth of pip's time, or with pip where uv
 * is not to be had. Nothing is compiled, so that modules are compiled only when imported.
 */
export function installPackages(programs: string, ...what: string[]): void {
  const args = ['pip', 'install', '--quiet', '--python', join(programs, 'python'), ...what];
  if (!succeeds(uv(), args, 'inherit')) pipInstall(programs, ...what);
}

/** Installs packages with pip, which is installed first where it is not in the environment. */
export function pipInstall(programs: string, ...what: string[]): void {
  const quietly = ['--quiet', '--disable-pip-version-check', '--no-compile'];
  if (!existsSync(join(programs, 'pip'))) runProgram(join(programs, 'python'), '-m', 'ensurepip', '--default-pip');
  runProgram(join(programs, 'pip'), 'install', ...quietly, ...what);
}

/** Returns where uv is. Fetches it once, with the pip of this machine or with that of an environment. Where PyPI has none, nothing is there. */
function uv(): string {
  const folder = join(repository, 'node_modules', '.cache', `uv-${UV_VERSION}`);
  const tried = join(folder, 'tried');
  if (!existsSync(tried)) {
    inTurn(`${folder}.lock`, () => {
      if (existsSync(tried)) return;
      rmSync(folder, { recursive: true, force: true });
      const what = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--no-deps', `uv==${UV_VERSION}`];
      if (!succeeds('python3', [...what, '--target', folder], 'ignore')) {
        runProgram('python3', '-m', 'venv', '--clear', folder);
        succeeds(join(folder, 'bin', 'python'), what, 'inherit');
      }
      writeFileSync(tried, '');
    });
  }
  return join(folder, 'bin', 'uv');
}

function succeeds(program: string, args: string[], stdio: 'ignore' | 'inherit'): boolean {
  return spawnSync(program, args, { stdio }).status === 0;
}

/** Runs a program on this terminal. Throws when it fails. */
export function runProgram(program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status ?? error?.message}`);
}
