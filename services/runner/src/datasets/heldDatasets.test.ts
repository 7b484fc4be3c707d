import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { aRelease } from '@rotamer/tools/shared/releases/testing/aRelease.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { holdDatasets } from './heldDatasets.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'held-datasets-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('finds releases that come and go while it runs, and none that is not whole', async () => {
  const held = holdDatasets(root, quietLog);
  expect(held.scan()).toEqual([]);
  const swissprot = await aRelease('>a\nMKT\n', [], { root, id: 'swissprot', release: '2026_04' });
  mkdirSync(join(root, 'swissprot/.import-2026_05'));
  mkdirSync(join(root, 'swissprot/2026_06'));
  mkdirSync(join(root, 'pdb/1'), { recursive: true });
  writeFileSync(join(root, 'pdb/1/release.json'), '{}');
  expect(held.scan()).toEqual(['swissprot@2026_04']);
  expect(held.find('swissprot', '2026_04')).toEqual(swissprot);
  expect(held.find('pdb', '1')).toBeUndefined();
  renameSync(join(root, 'swissprot'), join(root, 'other'));
  expect(held.scan()).toEqual([]);
  expect(held.find('swissprot', '2026_04')).toBeUndefined();
});

it('holds nothing without a folder', () => {
  expect(holdDatasets(undefined, quietLog).scan()).toEqual([]);
  expect(holdDatasets(join(root, 'missing'), quietLog).scan()).toEqual([]);
});

it('offers the other releases when folders cannot be read', async () => {
  await aRelease('>a\nMKT\n', [], { root, id: 'swissprot', release: '2026_04' });
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('2026_05', join(root, 'swissprot/2026_05'));
  expect(holdDatasets(root, quietLog).scan()).toEqual(['swissprot@2026_04']);
});
