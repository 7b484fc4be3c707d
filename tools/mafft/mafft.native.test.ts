import { expect, it } from 'vitest';
import { alignerTests } from '../shared/native/alignerTests.ts';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

await alignerTests({ contract, check, run }, 154);

const describe = await describeWithPrograms(contract);

describe('mafft with its program', () => {
  it('chooses L-INS-i for 45 globins, and aligns them as MAFFT does alone', async () => {
    const input = {
      id: 'a',
      slotId: 'sequences',
      kind: 'protein',
      format: 'FASTA',
      text: readTestData('globins45.fasta'),
    };
    const done = await runNative({ contract, check, run }, [input]);
    expect(done.values('summary')).toEqual([expect.objectContaining({ strategy: 'L-INS-i' })]);
    const rows = (text: string) =>
      text
        .replace(/^>.*$/gm, '>')
        .replace(/(?<![>\n])\n(?!>)/g, '')
        .split('>\n');
    expect(rows(done.files[0]!.text).map((row) => row.replaceAll('\n', ''))).toEqual(
      rows(readTestData('globins45.mafft.afa')).map((row) => row.replaceAll('\n', '')),
    );
  });
});
