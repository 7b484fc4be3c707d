// npm run release -- --dry-run: builds everything that a release publishes into dist/, and prints what would be published, and how.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from '@rotamer/chart/programs.ts';
import { services } from '@rotamer/deploy/services.ts';
import { missingPython, pythonEnvironment } from '@rotamer/test-support/python.ts';
import { version } from '../versions.ts';
import { licenceReport, shippedPackages } from './licences.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');
/** The parts that could not be built on this machine, each with the reason. */
const leftOut: string[] = [];
/** The commands that publish the built parts. */
const commands: string[] = [];

if (!process.argv.includes('--dry-run')) {
  console.error(
    'A release is published by people: run `npm run release -- --dry-run`, then the commands that it prints.',
  );
  process.exit(2);
}
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
packNpm();
packPython();
packChart();
writeReports();
buildImages();
writeChecksums();
tell();

/** Packs the TypeScript client and the command line. */
function packNpm(): void {
  for (const client of ['typescript', 'cli']) {
    const folder = join(root, 'clients', client);
    run(process.execPath, [join(folder, 'build', 'build.ts')], folder);
    const file = run('npm', ['pack', '--silent', '--pack-destination', dist, join(folder, 'dist')]).trim();
    commands.push(`npm publish dist/${file} --access public --provenance`);
  }
}

/** Builds the wheel and the source distribution of the Python client. */
function packPython(): void {
  const missing = missingPython();
  if (missing) {
    leftOut.push(`the Python client: ${missing} is not here`);
    return;
  }
  const programs = pythonEnvironment('python-client', join(root, 'tests/python/requirements.txt'));
  const options = ['-m', 'build', '--no-isolation', '--outdir', dist, join(root, 'clients/python')];
  run(join(programs, 'python'), options);
  commands.push(`twine upload dist/rotamer-${version}-py3-none-any.whl dist/rotamer-${version}.tar.gz`);
}

/** Packs the chart into a separate folder, because the npm package of the command line has the same file name. */
function packChart(): void {
  run(program('helm'), ['package', join(root, 'charts/rotamer'), '--destination', join(dist, 'chart')]);
  commands.push(`helm push dist/chart/rotamer-${version}.tgz oci://<registry>/charts`);
}

/** Writes the software bill of materials in CycloneDX's format, and the licences of its packages. */
function writeReports(): void {
  const sbom = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']);
  writeFileSync(join(dist, `rotamer-${version}.cdx.json`), sbom);
  writeFileSync(join(dist, 'THIRD-PARTY-LICENCES.txt'), licenceReport(shippedPackages()));
}

function buildImages(): void {
  const images = [...services.map(({ name }) => name), 'operator'];
  if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0) {
    leftOut.push(`the images ${images.join(', ')}: no Docker engine answers`);
    return;
  }
  for (const image of images) {
    const tag = `localhost/rotamer/${image}:${version}`;
    const options = ['-f', 'deploy/Dockerfile', '--build-arg', `SERVICE=${image}`, '-t', tag];
    run('docker', ['build', ...options, '.']);
    const pushed = `<registry>/${image}:${version}`;
    commands.push(`docker tag ${tag} ${pushed} && docker push ${pushed}`);
  }
}

/** Writes checksums in the format of sha256sum, so that `sha256sum --check SHA256SUMS` verifies a download. */
function writeChecksums(): void {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const lines = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${digest}  ${path.slice(dist.length + 1)}`;
  });
  writeFileSync(join(dist, 'SHA256SUMS'), `${lines.sort().join('\n')}\n`);
}

function tell(): void {
  console.log(`\nRotamer ${version} is in dist/:\n\n${readFileSync(join(dist, 'SHA256SUMS'), 'utf8')}`);
  for (const what of leftOut) console.log(`Left out: ${what}.`);
  const release = `gh release create v${version} --verify-tag --notes-file CHANGELOG.md $(find dist -maxdepth 1 -type f)`;
  console.log(`\nNothing was published. To publish, in this order:\n\n${[...commands, release].join('\n')}`);
}

function run(name: string, args: string[], cwd = root): string {
  return execFileSync(name, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 });
}
