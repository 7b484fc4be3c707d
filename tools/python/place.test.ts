import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pythonFolder } from './place.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

it('names the environment by the digest of the lists of its packages', () => {
  const digest = createHash('sha256').update(read('requirements.txt') + read('build.txt'));
  expect(pythonFolder).toBe(`/opt/rotamer-python/${digest.digest('hex').slice(0, 12)}`);
});

it('pins each package by version and hash', () => {
  const wanted = read('requirements.in')
    .split('\n')
    .filter((line) => /^\w/.test(line));
  const entries = read('requirements.txt').split(/\n(?=\w)/);
  for (const entry of entries)
    expect(entry).toMatch(/^[\w-]+==[\w.]+ (; [\w<>='. ]+ )?\\\n( +--hash=sha256:[0-9a-f]{64}( \\)?\n?)+$/);
  expect(entries.map((entry) => entry.split('==')[0])).toEqual(expect.arrayContaining(wanted));
});
