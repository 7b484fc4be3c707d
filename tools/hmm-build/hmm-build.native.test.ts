import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

describe('hmm-build with its program', () => {
  it('builds the profile of four globins, twice the same', async () => {
    const input = {
      id: 'a',
      slotId: 'alignment',
      kind: 'msa',
      format: 'STOCKHOLM',
      text: readTestData('globins4.sto'),
    };
    const [first, second] = [0, 1].map(() => runNative(tool, [input], { name: 'globins4' }));
    const done = await first!;
    expect(done.values('summary')).toEqual([{ name: 'globins4', length: 149, nseq: 4, eff_nseq: 0.964844 }]);
    expect(done.files[0]).toMatchObject({ name: 'globins4.hmm', text: expect.stringMatching(/^HMMER3\/f /) });
    expect(done.files[0]!.text).not.toContain('DATE');
    expect((await second!).files).toEqual(done.files);
  });

  it('case H02: takes proteins that look like DNA as proteins, and says so', async () => {
    const text = readTestData('cases/sequence/h02_dnalike.afa');
    const done = await runNative(tool, [{ id: 'a', slotId: 'alignment', kind: 'msa', format: 'AFA', text }]);
    expect(done.files[0]!.text).toMatch(/^ALPH {2}amino$/m);
    expect(done.values('summary')).toMatchObject([{ length: 30, nseq: 3 }]);
    expect(done.values('warnings')).toMatchObject([
      { warning: expect.stringContaining('looks like an alignment of nucleotides') },
    ]);
  });
});
