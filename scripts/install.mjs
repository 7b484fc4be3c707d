// Installs the dependencies when node_modules does not match package-lock.json; otherwise does nothing.
// Plain JavaScript without dependencies: it runs before anything is installed, on any Node from 20 on.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
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
  remember();
  return true;
}

/** Returns whether npm's own record matches, after someone ran `npm ci` or `npm install` of another package directly. */
function matchesWhatNpmInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  // An install script creates the `node` program. If it is missing, scripts were disabled.
  if (!existsSync(record) || !existsSync(join(root, 'node_modules', '.bin', 'node'))) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, entry]) => (installed[path] ? installed[path].version === entry.version : entry.optional));
}

/** Remembers the installed state. If another user installed the packages, each start compares them again. */
function remember() {
  try {
    writeFileSync(stamp, lockDigest);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

/** Refuses packages of another user: `npm ci` would delete what it can of them, and then fail. */
function refuseForeignPackages() {
  const folder = [join(root, 'node_modules'), root].find((path) => existsSync(path));
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    console.error(
      `The npm packages in ${root} do not match package-lock.json, and you may not write there. ` +
        'Run npm ci there as its owner, or start Rotamer from a checkout of your own.',
    );
    process.exit(1);
  }
}

function install() {
  refuseForeignPackages();
  console.log('Installing dependencies (npm ci) …');
  const started = performance.now();
  // Hides warnings, because some packages require the newer Node that is being installed just now.
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
  remember();
  console.log(`Installed in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
}
