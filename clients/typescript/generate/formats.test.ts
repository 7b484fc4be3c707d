import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatCopies } from './writeFormats.ts';

it.each(formatCopies())('$path is what npm run generate writes', ({ path, content }) => {
  expect(readFileSync(path, 'utf8')).toBe(content);
});
