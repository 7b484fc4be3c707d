import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import * as build from '../hmm-build/check.ts';
import * as buildRun from '../hmm-build/run.ts';
import { contract as buildContract } from '../hmm-build/tool.ts';
import type { hitItem } from '../shared/native/hmmer.ts';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { globinDatabase } from '../shared/native/testSearch.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms({
  ...contract,
  requires: [...contract.requires, ...buildContract.requires],
});

describe('hmm-search with its program', () => {
  const database = () => ({ id: 'd', slotId: 'database', kind: 'protein', format: 'FASTA', text: globinDatabase() });
  const hmm = (text: string) => ({ id: 'h', slotId: 'hmm', kind: 'hmm', format: 'HMM', text });

  it('finds all 48 globins with a profile that hmm-build made', async () => {
    const input = {
      id: 'a',
      slotId: 'alignment',
      kind: 'msa',
      format: 'STOCKHOLM',
      text: readTestData('globins4.sto'),
    };
    const built = await runNative({ contract: buildContract, check: build.check, run: buildRun.run }, [input]);
    const done = await runNative(tool, [hmm(built.files[0]!.text), database()]);
    const hits = done.values<Static<typeof hitItem>>('hits');
    expect(hits).toHaveLength(48);
    expect(hits[0]).toMatchObject({ query: 'profile', target: 'sp|P68871|HBB_HUMAN', score: 222.7 });
    // 7.5e-69 in a database of 62 sequences; this one has 52.
    expect(hits[0]!.evalue / 7.5e-69).toBeCloseTo(52 / 62, 1);
  });

  it('fails with the words of hmmsearch at a profile whose numbers are broken', async () => {
    const broken =
      'HMMER3/f [3.3.2 | Nov 2020]\nNAME  x\nLENG  2\nALPH  amino\nHMM          A\n      1   hello\n      2   hello\n//\n';
    await expect(runNative(tool, [hmm(broken), database()])).rejects.toThrow(/^hmmsearch failed with exit code 1: /);
  });
});
