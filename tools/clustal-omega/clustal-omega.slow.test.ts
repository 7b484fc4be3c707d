// @module-tag native

import { expect, it } from 'vitest';
import { readTestData } from '../testdata/read.ts';
import { alignerTests } from '../testing/alignerTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
await alignerTests(tool, 154);

const describe = await describeWithPrograms(contract);

describe('additional outputs', () => {
  const inputs = [
    { id: 'a', slotId: 'sequences', kind: 'protein', format: 'FASTA', text: readTestData('globins3.fasta') },
  ];

  it('gives the identities of all pairs, as clustalo --percent-id of the same version prints them', async () => {
    const { files } = await runNative(tool, inputs, { full_distance_matrix: true });
    const rows = files
      .find(({ port }) => port === 'distances')!
      .text.trim()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(rows.map((row) => row.slice(1).map((value) => Number(value).toFixed(2)))).toEqual([
      ['NaN', 'NaN', 'NaN'],
      ['100.00', '38.73', '25.35'],
      ['38.73', '100.00', '23.13'],
      ['25.35', '23.13', '100.00'],
    ]);
    expect(rows[0]).toEqual(['name', ...rows.slice(1).map(([name]) => name)]);
  });

  it.each([
    ['clustal', 'alignment.aln', /^CLUSTAL /],
    ['stockholm', 'alignment.sto', /^# STOCKHOLM 1\.0\n[\s\S]*\/\/\n$/],
    ['phylip', 'alignment.phy', /^3 \d+\n/],
    ['nexus', 'alignment.nex', /^#NEXUS\n/],
    ['a3m', 'alignment.a3m', /^>/],
    ['msf', 'alignment.msf', /^!!AA_MULTIPLE_ALIGNMENT/],
    ['vienna', 'alignment.vie', /^>[^\n]*\n[A-Z-]{147,}\n>/],
  ])('gives the alignment as %s too', async (output, name, text) => {
    const { files } = await runNative(tool, inputs, { output });
    const formatted = files.find(({ port }) => port === 'formatted')!;
    expect(formatted).toMatchObject({ name, text: expect.stringMatching(text) });
  });

  it.each(['clustal', 'msf', 'vienna'])('case L14: keeps long names whole in %s', async (output) => {
    const text = readTestData('cases/sequence/f09_long_ids.fasta');
    const { files } = await runNative(tool, [{ ...inputs[0]!, text }], { output });
    const formatted = files.find(({ port }) => port === 'formatted')!.text;
    for (const name of text.match(/(?<=^>)\S+/gm)!)
      expect(formatted).toContain(`${name}${output === 'vienna' ? '\n' : ' '}`);
    expect(/^ +[*:. ]*\*[*:. ]*$/m.test(formatted)).toBe(output === 'clustal');
  });
});
