import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { version, versionedFiles } from './versions.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

it('has one version in every package, the chart and the Python client', () => {
  const stale = versionedFiles().filter(({ path, text }) => read(path) !== text);
  expect(stale.map(({ path }) => `${path}: run npm run generate`)).toEqual([]);
});

it('has an entry for the version in the changelog', () => {
  expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`);
});
