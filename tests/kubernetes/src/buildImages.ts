// npm run test:k8s:images -- [--load 'kind load docker-image --name rotamer'] [--stand-ins]
// Builds the images of the tests with the local Docker engine, and gives them to a command that loads them into the cluster.

import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { services } from '@rotamer/deploy/services.ts';
import { findBinaries } from '@rotamer/neighbours/postgres/binaries.ts';
import { s3Program } from '@rotamer/neighbours/programs.ts';
import { imageTag } from './cluster.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(import.meta.dirname, '../images');
const { values } = parseArgs({ options: { load: { type: 'string' }, 'stand-ins': { type: 'boolean' } } });

/** Where npm needs another certificate authority, or a mirror, name an image with Node 24 that knows it. */
const nodeImage = process.env.ROTAMER_NODE_IMAGE ?? 'node:24-slim';

function build(image: string, recipe: string, context: string): string {
  const settings = ['--network', 'host', '--build-arg', `NODE_IMAGE=${nodeImage}`];
  const file = join(folder, `${recipe}.Dockerfile`);
  execFileSync('docker', ['build', ...settings, '-f', file, '-t', image, context], { stdio: 'inherit' });
  return image;
}

/** Builds from files that are copied to a folder of their own: name in the context → path. */
function buildFrom(image: string, recipe: string, files: Record<string, string>): string {
  const context = mkdtempSync(join(tmpdir(), 'rotamer-images-'));
  try {
    for (const [name, path] of Object.entries(files)) {
      mkdirSync(dirname(join(context, name)), { recursive: true });
      cpSync(path, join(context, name), { recursive: true, verbatimSymlinks: true });
    }
    return build(image, recipe, context);
  } finally {
    rmSync(context, { recursive: true });
  }
}

/** The shared image under the name of one service. */
function named(name: string): string {
  const image = `rotamer/${name}:${imageTag}`;
  const recipe = `FROM rotamer/services:test\nENV MAIN=bundles/services/${name}/src/main.js\n`;
  execFileSync('docker', ['build', '-q', '-t', image, '-'], { input: recipe, stdio: ['pipe', 'ignore', 'inherit'] });
  return image;
}

async function standIns(): Promise<string[]> {
  const native = join(dirname(findBinaries().postgres), '..');
  return [
    buildFrom('postgres:18', 'postgres', { native, 'postgres.mjs': join(folder, 'postgres.mjs') }),
    buildFrom('versity/versitygw:v1.8.0', 's3', { versitygw: await s3Program() }),
  ];
}

const manifests = globSync(
  [
    'package.json',
    'package-lock.json',
    '.npmrc',
    '{proto,tools,deploy}/package.json',
    '{packages,services,clients,tests,deploy}/*/package.json',
  ],
  { cwd: root },
);
buildFrom(
  'rotamer/dependencies:test',
  'dependencies',
  Object.fromEntries(manifests.map((file) => [file, join(root, file)])),
);
build('rotamer/services:test', 'services', root);
const images = [...services.map(({ name }) => named(name)), named('operator')];
if (values['stand-ins']) images.push(...(await standIns()));
if (values.load) execFileSync('sh', ['-c', `${values.load} "$@"`, 'load', ...images], { stdio: 'inherit' });
console.log(images.join('\n'));
