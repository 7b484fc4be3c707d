// npm run build -w @rotamer/client: writes the published package into dist/.

import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
const repository = join(folder, '../..');
const dist = join(folder, 'dist');

rmSync(dist, { recursive: true, force: true });
const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
execFileSync(process.execPath, [tsc, '-p', join(import.meta.dirname, 'tsconfig.json')], { stdio: 'inherit' });

const { name, version, description, type, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const entry = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });
const published = {
  name,
  version,
  description,
  type,
  license,
  engines: { node: '>=20.3' },
  sideEffects: false,
  exports: { '.': entry('index'), './download': entry('download/download') },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'));
copyFileSync(join(repository, 'LICENSE'), join(dist, 'LICENSE'));
