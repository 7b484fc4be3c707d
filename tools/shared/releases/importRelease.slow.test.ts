// @module-tag native

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readTestData } from '../../testdata/read.ts';
import { globinDatabase } from '../../testing/matchTests.ts';
import { toolDataset } from '../datasets/release.ts';
import { missingPrograms } from '../native/probe.ts';
import { programs } from '../native/programs.ts';
import { indexPath } from './buildIndexes.ts';
import { importRelease } from './importRelease.ts';

const missing = await missingPrograms([programs.makeblastdb, programs.diamond, programs.mmseqs, programs.hmmpress]);
const itBuilds = missing.length > 0 && !process.env.CI ? it.skip : it;

async function importInto(root: string, text: string | Uint8Array, kind: 'protein-sequences' | 'hmm-profiles') {
  const source = {
    ...{ name: 'a test', mark: '1' },
    open: async () =>
      (async function* () {
        yield Buffer.from(text);
      })(),
  };
  const about = { id: 'x', release: '1', title: 'X', licence: 'CC0-1.0', signal: new AbortController().signal };
  await importRelease({ root, kind, source, ...about, onProgress: () => {}, onRead: async () => {} });
  return join(root, 'x', '1');
}

itBuilds('builds all indexes, which still work in the folder with its final name', async () => {
  const root = mkdtempSync(join(tmpdir(), 'import-native-'));
  try {
    const dir = await importInto(root, gzipSync(globinDatabase()), 'protein-sequences');
    expect(Object.keys(toolDataset(dir).indexes)).toEqual(['blast', 'diamond', 'mmseqs']);
    expect(Object.values(toolDataset(dir).indexes).every(({ version }) => /^\d/.test(version))).toBe(true);
    expect(readdirSync(join(root, 'x'))).toEqual(['1']);
    writeFileSync(join(root, 'q.fa'), globinDatabase().split(/(?=>)/)[0]!);
    const hitsOf = (command: string, args: string[]) => {
      const { stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
      expect(stdout.split('\n')[0], stderr).toContain('s000001');
    };
    hitsOf('blastp', ['-query', 'q.fa', '-db', indexPath(dir, 'blast'), '-outfmt', '6']);
    hitsOf('diamond', ['blastp', '--quiet', '--query', 'q.fa', '--db', indexPath(dir, 'diamond')]);
    // A search computes for 3 s which words are similar; `plantedHomologs.slow.test.ts` searches an imported index.
    hitsOf('head', ['-1', `${indexPath(dir, 'mmseqs')}_h`]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

itBuilds('presses profiles', async () => {
  const root = mkdtempSync(join(tmpdir(), 'import-native-'));
  try {
    const dir = await importInto(root, readTestData('fn3.hmm'), 'hmm-profiles');
    writeFileSync(join(root, 'q.fa'), globinDatabase().split(/(?=>)/)[0]!);
    const { status, stderr } = spawnSync('hmmscan', [indexPath(dir, 'hmmpress'), 'q.fa'], { cwd: root });
    expect(status, String(stderr)).toBe(0);
  } finally {
    rmSync(root, { recursive: true });
  }
});
