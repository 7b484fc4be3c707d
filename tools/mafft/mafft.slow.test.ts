// @module-tag native

import { expect, it } from 'vitest';
import { reverseComplement } from '../shared/reverseComplement.ts';
import { readTestData } from '../testdata/read.ts';
import { alignerTests } from '../testing/alignerTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

await alignerTests({ contract, check, run }, 154);

const describe = await describeWithPrograms(contract);

const input = (slotId: string, kind: string, format: string, text: string) => ({
  id: slotId,
  slotId,
  kind,
  format,
  text,
});
const rowsOf = (text: string) =>
  Object.fromEntries(
    text
      .split('>')
      .slice(1)
      .map((record) => [record.split('\n')[0]!.trim(), record.split('\n').slice(1).join('')]),
  );

describe('mafft with its program', () => {
  const dna = 'CTGTAATGCCTTTCCCTAACAGAGTTTTTCGAACTCGTGTTGTCGAGCGACGGAATTAGATCAGTTAAATGGCAGAAAACTGGCAGGCCTTTTAGTCATGG';

  it('reverses DNA of the other strand, with a warning', async () => {
    const text = `>a\n${dna}\n>b\n${dna.slice(0, 90)}\n>c\n${reverseComplement(dna)}\n`;
    const done = await runNative({ contract, check, run }, [input('sequences', 'dna', 'FASTA', text)], {
      adjust_direction: 'fast',
    });
    expect(rowsOf(done.files[0]!.text)).toMatchObject({ a: dna, c: dna });
    expect(done.values('warnings')).toMatchObject([
      { of: 'c', warning: expect.stringContaining('reverse complement') },
    ]);
  });

  it('adds sequences and fragments to an alignment without changing its rows', async () => {
    const existing = `>a one\n${dna.slice(0, 50)}--${dna.slice(50)}\n>b\n${dna.slice(0, 50)}GG${dna.slice(50)}\n`;
    const inputs = (text: string) => [
      input('sequences', 'dna', 'FASTA', text),
      input('existing', 'msa', 'AFA', existing),
    ];
    for (const add_fragments of [false, true]) {
      const done = await runNative({ contract, check, run }, inputs(`>a two\n${dna.slice(20, 80)}\n`), {
        add_fragments,
      });
      expect(rowsOf(done.files[0]!.text)).toEqual({
        'a one': `${dna.slice(0, 50)}--${dna.slice(50)}`,
        b: `${dna.slice(0, 50)}GG${dna.slice(50)}`,
        'a two': `${'-'.repeat(20)}${dna.slice(20, 50)}--${dna.slice(50, 80)}${'-'.repeat(dna.length - 80)}`,
      });
    }
  });

  it('chooses L-INS-i for 45 globins, and aligns them like MAFFT itself', async () => {
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
