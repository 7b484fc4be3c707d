// @module-tag native

import { expect, it } from 'vitest';
import { readTestData } from '../testdata/read.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

describe('hmm-build with its program', () => {
  it('builds the profile of four globins, the same twice', async () => {
    const input = {
      id: 'a',
      slotId: 'alignment',
      kind: 'msa',
      format: 'STOCKHOLM',
      text: readTestData('globins4.sto'),
    };
    const [first, second] = [0, 1].map(() => runNative(tool, [input], { name: 'globins4' }));
    const done = await first!;
    expect(done.values('summary')).toEqual([
      { name: 'globins4', length: 149, alphabet: 'protein', nseq: 4, eff_nseq: 0.964844 },
    ]);
    expect(done.files[0]).toMatchObject({ name: 'globins4.hmm', text: expect.stringMatching(/^HMMER3\/f /) });
    expect(done.files[0]!.text).not.toContain('DATE');
    expect((await second!).files).toEqual(done.files);
  });

  it.each([
    ['case H02: takes proteins that look like DNA as proteins, where alphabet says so', 'protein', 'amino', []],
    // hmmbuild 3.3.2 without an option also chooses DNA.
    ['builds a profile of DNA where the letters say so, with a warning', 'auto', 'DNA', ['the rows were read as dna']],
    ['builds a profile of RNA where alphabet says so', 'rna', 'RNA', []],
  ])('%s', async (_, alphabet, ALPH, warnings) => {
    const text = readTestData('cases/sequence/h02_dnalike.afa');
    const input = { id: 'a', slotId: 'alignment', kind: 'msa', format: 'AFA', text };
    const done = await runNative(tool, [input], { alphabet });
    expect(done.files[0]!.text).toMatch(new RegExp(`^ALPH {2}${ALPH}$`, 'm'));
    expect(done.values('summary')).toMatchObject([{ length: 30, nseq: 3 }]);
    expect(done.values('warnings')).toMatchObject(
      warnings.map((warning) => ({ warning: expect.stringContaining(warning) })),
    );
  });
});
