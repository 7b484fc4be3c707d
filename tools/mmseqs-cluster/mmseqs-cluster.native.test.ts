import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { type clusterItem, contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const input = (text: string) => ({ id: 'a', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });
const globins = () => input(readTestData('globins45.fasta'));

describe('mmseqs-cluster with its program', () => {
  it('finds five clusters of globins', async () => {
    const done = await runNative(tool, [globins()]);
    const clusters = done.values<Static<typeof clusterItem>>('clusters');
    expect(clusters.map(({ size }) => size)).toEqual([19, 18, 6, 1, 1]);
    expect(clusters.map(({ representative, members }) => members[0]!.id === representative)).not.toContain(false);
    expect(done.values('summary')).toEqual([{ sequences: 45, clusters: 5 }]);
    expect(done.files[0]!.text.match(/^>/gm)).toHaveLength(5);
    expect(done.files[1]!.text.split('\n')).toHaveLength(1 + 45 + 1);
  });

  it('clusters in linear time, and keeps a short sequence among longer ones', async () => {
    const done = await runNative(tool, [input(`${globins().text}\n>short\nMKTAY\n`)], {
      linclust: true,
      identity: 0.9,
      cov_mode: 1,
    });
    const clusters = done.values<Static<typeof clusterItem>>('clusters');
    expect(clusters.reduce((sum, { size }) => sum + size, 0)).toBe(46);
    expect(clusters.map(({ representative }) => representative)).toContain('short');
  });

  it('gives nothing when it was stopped', async () => {
    const done = await runNative(tool, [globins()], {}, { signal: AbortSignal.abort() });
    expect([done.items, done.files]).toEqual([[], []]);
  });
});
