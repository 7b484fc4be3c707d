import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const input = (text: string) => ({ id: 'a', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });
const globins = () => input(readTestData('globins45.fasta'));

describe('cd-hit with its program', () => {
  it.each([
    [0.9, 33],
    [0.7, 12],
    [0.5, 6],
  ])('at identity %d finds %d clusters of globins', async (identity, clusters) => {
    const done = await runNative(tool, [globins()], { identity });
    expect(done.values<Static<typeof summaryItem>>('summary')).toEqual([{ sequences: 45, clusters, left_out: 0 }]);
    expect(done.values('clusters')).toHaveLength(clusters);
    expect(done.files[0]!.text.match(/^>/gm)).toHaveLength(clusters);
    expect(done.files[1]!.text.split('\n')).toHaveLength(1 + 45 + 1);
  });

  it('says how many sequences were too short, and gives the same twice', async () => {
    const text = `${globins().text}\n>short\nMKTAY\n`;
    const [first, second] = [await runNative(tool, [input(text)]), await runNative(tool, [input(text)])];
    expect(first.values('summary')).toEqual([{ sequences: 46, clusters: 33, left_out: 1 }]);
    expect(second.files).toEqual(first.files);
  });
});
