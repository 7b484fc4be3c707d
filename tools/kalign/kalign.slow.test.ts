// @module-tag native

import { expect, it } from 'vitest';
import { alignerTests } from '../testing/alignerTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

await alignerTests({ contract, check, run }, 154);

const describe = await describeWithPrograms(contract);

describe('the kind of sequences, which Kalign guesses', () => {
  const aligned = async (text: string, kind: string) => {
    const inputs = [{ id: 'a', slotId: 'sequences', kind, format: 'FASTA', text }];
    const done = await runNative({ contract, check, run }, inputs);
    return { rows: done.files[0]!.text, warnings: done.values<{ warning: string }>('warnings') };
  };

  it('is DNA for sequences with many ambiguity codes, which the rows keep', async () => {
    const codes = 'RYSWKMBDHV';
    const { rows, warnings } = await aligned(
      `>a\n${codes}ACGTACGTGGA${codes}\n>b\n${codes}ACGTACGTGGA${codes}\n`,
      'dna',
    );
    expect(rows).toBe(`>a\n${codes}ACGTACGTGGA${codes}\n>b\n${codes}ACGTACGTGGA${codes}\n`);
    expect(warnings).toEqual([]);
  });

  it('is wrong for proteins with only letters of nucleotides, which a warning says', async () => {
    const { warnings } = await aligned('>a\nGATTACAGATTACAGATTACA\n>b\nGATTACAGATTACAGATTAC\n', 'protein');
    expect(warnings.at(-1)!.warning).toMatch(/^the sequences have only letters of nucleotides, so Kalign scores them/);
  });
});
