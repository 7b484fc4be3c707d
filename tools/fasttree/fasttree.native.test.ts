import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type treeItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const input = (text: string) => ({ id: 'a', slotId: 'alignment', kind: 'msa', format: 'AFA', text });

describe('fasttree with its program', () => {
  it('builds the tree of 45 globins', async () => {
    const done = await runNative(tool, [input(readTestData('globins45.mafft.afa'))]);
    expect(done.values<Static<typeof treeItem>>('summary')).toEqual([
      { leaves: 45, log_likelihood: -5491.707, alpha: 1.645 },
    ]);
    expect(done.files[0]!.text).toMatch(/^\(.*MYG_ESCGI:.*\);\n$/);
  });

  it('builds trees of DNA, twice the same, with names that Newick reserves', async () => {
    const rows = ['(a;b', "c'd", 'e,f', 's000001'].map(
      (name, i) => `>${name}\n${'ACGTTGCA'.repeat(4)}${'ACGT'[i]}AC${'TGCA'[i]}\n`,
    );
    const [first, second] = [0, 1].map(() => runNative(tool, [input(rows.join(''))], { model: 'gtr', gamma: false }));
    const { files, items } = await first!;
    expect(files[0]!.text).toContain("'(a;b':");
    expect(files[0]!.text).toContain("'c''d':");
    expect(items[0]!.value).toMatchObject({ leaves: 4, log_likelihood: null });
    expect((await second!).files).toEqual(files);
  });
});
