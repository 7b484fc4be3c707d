import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { derivedFiles } from './derivedFiles.ts';

const root = join(import.meta.dirname, '../..');

it.each(derivedFiles())('$path matches deploy/services.ts and the config schemas', ({ path, text }) => {
  expect(readFileSync(join(root, path), 'utf8') === text, `${path}: run npm run generate`).toBe(true);
});
