// npm run test:k8s:images -- [--load 'kind load docker-image --name rotamer'] [--stand-ins]: builds the images of the
// tests with the local Docker engine, and passes them to a command that loads them into the cluster.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { operator, services } from '@rotamer/deploy/services.ts';
import { findBinaries } from '@rotamer/neighbours/postgres/binaries.ts';
import { s3Program } from '@rotamer/neighbours/programs.ts';
import { imageTag } from './cluster.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(import.meta.dirname, '../images');
const { values } = parseArgs({ options: { load: { type: 'string' }, 'stand-ins': { type: 'boolean' } } });

/** An image with Node 24, for machines on which npm needs another certificate authority or a mirror. */
const nodeImage = process.env.ROTAMER_NODE_IMAGE;

function build(image: string, file: string, context: string, ...settings: string[]): string {
  const base = nodeImage ? ['--build-arg', `NODE_IMAGE=${nodeImage}`] : [];
  execFileSync('docker', ['build', '--network', 'host', ...base, ...settings, '-f', file, '-t', image, context], {
    stdio: 'inherit',
  });
  return image;
}

/** Images with the programs of the sequence tools: they import datasets and search them. */
const withPrograms = new Set(['runner', operator]);

/** Builds an image from `deploy/Dockerfile`, as for production. Layers that the images share are built once. */
const serviceImage = (name: string) =>
  build(
    `localhost/rotamer/${name}:${imageTag}`,
    join(root, 'deploy/Dockerfile'),
    root,
    '--build-arg',
    `SERVICE=${name}`,
    '--build-arg',
    `TOOLS=${withPrograms.has(name) ? 'sequence' : 'core'}`,
  );

/** Builds an image from files copied to a temporary folder. `files`: name in the build context → path. */
function buildFrom(image: string, recipe: string, files: Record<string, string>): string {
  const context = mkdtempSync(join(tmpdir(), 'rotamer-images-'));
  try {
    for (const [name, path] of Object.entries(files)) {
      mkdirSync(dirname(join(context, name)), { recursive: true });
      cpSync(path, join(context, name), { recursive: true, verbatimSymlinks: true });
    }
    return build(image, join(folder, `${recipe}.Dockerfile`), context);
  } finally {
    rmSync(context, { recursive: true });
  }
}

async function standIns(): Promise<string[]> {
  const native = join(dirname(findBinaries().postgres), '..');
  return [
    buildFrom('postgres:18', 'postgres', { native, 'postgres.mjs': join(folder, 'postgres.mjs') }),
    buildFrom('versity/versitygw:v1.8.0', 's3', { versitygw: await s3Program() }),
    buildFrom('axllent/mailpit:v1.27', 'mail', { 'mail.mjs': join(folder, 'mail.mjs') }),
  ];
}

const images = [...services.map(({ name }) => name), operator].map(serviceImage);
if (values['stand-ins']) images.push(...(await standIns()));
if (values.load) execFileSync('sh', ['-c', `${values.load} "$@"`, 'load', ...images], { stdio: 'inherit' });
console.log(images.join('\n'));
