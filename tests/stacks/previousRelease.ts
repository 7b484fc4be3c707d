import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';

/** Replaces the release before 0.2.0, the first release. Eight commits with migrations came after this commit. */
const BEFORE_THE_FIRST = '9c090be7b4a08453ab0e5a1d55406bddb5e8eb1a';

/** Entries of `node_modules` that are records of one installation, or caches. */
const notPackages = ['.cache', '.package-lock.json', '.rotamer-lock'];

/** Returns a checkout of the previous release. Returns undefined if git does not have that release, as in a shallow clone or an archive. */
export function previousRelease(): string | undefined {
  return checkoutOf(lastTag() ?? BEFORE_THE_FIRST);
}

/** Returns a checkout of a release or commit with its own packages, made once. Returns undefined if git does not have it. */
export function checkoutOf(release: string): string | undefined {
  if (spawnSync('git', ['cat-file', '-e', `${release}^{commit}`], { cwd: repository }).status !== 0) return undefined;
  const folder = join(repository, '.rotamer', 'releases', release);
  const complete = join(folder, 'node_modules', 'complete');
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', release], { cwd: repository, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  installFrom(join(repository, 'node_modules'), folder);
  // Written last, so that an interrupted installation is repeated.
  writeFileSync(complete, '');
  return folder;
}

/**
 * Installs the packages of a checkout. Begins with copies of the installed packages, most of which have the same version: npm then
 * installs the others in a fifth of the CPU time. They are copies and not links, because npm writes to files in place.
 */
function installFrom(installed: string, folder: string): void {
  for (const name of readdirSync(installed).filter((name) => !notPackages.includes(name)))
    cpSync(join(installed, name), join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'inherit' });
}

/** Returns the tag of the newest release before this commit. */
function lastTag(): string | undefined {
  const command = ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD~1'];
  const { status, stdout } = spawnSync('git', command, { cwd: repository, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
