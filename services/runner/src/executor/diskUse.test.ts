import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { countEntries } from './diskUse.ts';

it('counts the entries of a folder without following links, up to a bound', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-entries-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  symlinkSync('/usr', join(folder, 'a', 'link'));
  expect(countEntries(folder)).toBe(3);
  expect(countEntries(join(folder, 'gone'))).toBe(0);
  for (let n = 0; n < 10_000; n++) writeFileSync(join(folder, 'a', `f${n}`), '');
  expect(countEntries(folder)).toBe(Number.POSITIVE_INFINITY);
});
