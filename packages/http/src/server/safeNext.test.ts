import { expect, it } from 'vitest';
import { safeNext } from './safeNext.ts';

it.each(['/', '/share/job_1?view=all#row', '/workflow-runs/run_1/review'])('keeps the path %s', (path) => {
  expect(safeNext(path)).toBe(path);
});

it.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/a\\b',
  'https://evil.example/',
  'javascript:alert(1)',
  '/a\r\nSet-Cookie: b=c',
  `/${'x'.repeat(500)}`,
  '',
  undefined,
  ['/a'],
])('returns / for %j', (text) => {
  expect(safeNext(text)).toBe('/');
});
