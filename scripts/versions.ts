import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One version for everything that is released. Its source is `version` in the root package.json. `npm run generate` copies it to every other
 * file that has one, and versions.test.ts compares them.
 */
const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The version of the root package.json, such as `0.2.0`. */
export const version: string = JSON.parse(read('package.json')).version;

/** A file, and its text with the version of the root package.json. */
export interface VersionedFile {
  path: string;
  text: string;
}

/** Returns every file that has a version, with the text that it should have. */
export function versionedFiles(): VersionedFile[] {
  const packages = listed('package.json', '*/package.json').map((path) => ({ path, text: packageFile(read(path)) }));
  const python = read('clients/python/pyproject.toml').replace(/^version = ".*"$/m, `version = "${version}"`);
  const chart = read('charts/rotamer/Chart.yaml').replace(/^(version|appVersion): .*$/gm, `$1: ${version}`);
  return [
    ...packages,
    { path: 'clients/python/pyproject.toml', text: python },
    { path: 'charts/rotamer/Chart.yaml', text: chart },
  ];
}

/** Writes the version into every file that has one, and into package-lock.json. */
export function writeVersions(): void {
  const stale = versionedFiles().filter(({ path, text }) => read(path) !== text);
  for (const { path, text } of stale) writeFileSync(join(root, path), text);
  if (stale.length > 0) execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: root });
}

/** Updates the package's own version, and the exact versions of our other packages that it depends on. */
function packageFile(text: string): string {
  return text
    .replace(/^( {2}"version": )".*"/m, `$1"${version}"`)
    .replace(/^( {4}"@rotamer\/[\w-]+": )".*"/gm, `$1"${version}"`);
}

function listed(...patterns: string[]): string[] {
  return execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
}
