// Installs the dependencies when node_modules does not match package-lock.json; otherwise does nothing.
// Plain JavaScript without dependencies: it runs before anything is installed, on any Node from 20 on.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.rotamer-lock');
const lockDigest = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

if (!isInstalled()) install();

function isInstalled() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockDigest) return true;
  if (!matchesWhatNpmInstalled()) return false;
  writeFileSync(stamp, lockDigest);
  return true;
}

/** Whether npm's own record matches: `npm ci`, or `npm install` of another package, was run by hand. */
function matchesWhatNpmInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  // The `node` program is created by an install script: if it is missing, scripts were disabled.
  if (!existsSync(record) || !existsSync(join(root, 'node_modules', '.bin', 'node'))) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, entry]) => (installed[path] ? installed[path].version === entry.version : entry.optional));
}

function install() {
  console.log('Installing dependencies (npm ci) …');
  const started = performance.now();
  // Without warnings: some packages require the newer Node that is only now being installed.
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (result.status !== 0) {
    console.error(`\nnpm ci failed${result.error ? `: ${result.error.message}` : ''}.`);
    console.error(
      'See the error above. Rotamer needs its npm packages: fix the problem (is the registry reachable?) and try again.',
    );
    process.exit(1);
  }
  writeFileSync(stamp, lockDigest);
  console.log(`Installed in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
}
