// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { reverseComplement } from '../shared/reverseComplement.ts';
import { readTestData } from '../testdata/read.ts';
import { plasmid } from '../testing/matchTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const input = (text: string) => ({ id: 'a', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });
const globins = () => input(readTestData('globins45.fasta'));

const text = (done: Awaited<ReturnType<typeof runNative>>, port: string) =>
  done.files.find((file) => file.port === port)!.text;

describe('cd-hit with its program', () => {
  it.each([
    [0.9, 33],
    [0.7, 12],
    [0.5, 6],
  ])('at identity %d finds %d clusters of globins', async (identity, clusters) => {
    const done = await runNative(tool, [globins()], { identity });
    expect(done.values<Static<typeof summaryItem>>('summary')).toEqual([{ sequences: 45, clusters, left_out: 0 }]);
    expect(done.values('clusters')).toHaveLength(clusters);
    expect(text(done, 'representatives').match(/^>/gm)).toHaveLength(clusters);
    expect(text(done, 'clusters_table').split('\n')).toHaveLength(1 + 45 + 1);
  });

  it('reports the number of too short sequences, and gives the same twice', async () => {
    const text = `${globins().text}\n>short\nMKTAY\n`;
    const [first, second] = [await runNative(tool, [input(text)]), await runNative(tool, [input(text)])];
    expect(first.values('summary')).toEqual([{ sequences: 46, clusters: 33, left_out: 1 }]);
    expect(second.files).toEqual(first.files);
  });

  const members = (done: Awaited<ReturnType<typeof runNative>>) =>
    done.values<{ members: { id: string }[] }>('clusters').map((one) => one.members.map(({ id }) => id).sort());

  it('case K01: puts a part with the whole at identity 1, and not where lengths must be equal', async () => {
    const whole = input(readTestData('cases/sequence/c01_rrr.fasta'));
    const together = await runNative(tool, [whole], { identity: 1, min_length: 5 });
    expect(members(together)).toHaveLength(1);
    const apart = await runNative(tool, [whole], { identity: 1, min_length: 5, length_difference: 1 });
    expect(members(apart).length).toBeGreaterThan(1);
    const longer = await runNative(tool, [whole], { identity: 1, min_length: 5, coverage_longer: 1 });
    expect(members(longer)).toEqual(members(apart));
  });

  it('clusters DNA of both strands', async () => {
    const dna = plasmid().split('\n').slice(1).join('').slice(0, 300);
    const inputs = () => [{ ...input(`>a\n${dna}\n>b\n${reverseComplement(dna)}\n`), kind: 'dna' }];
    expect(members(await runNative(tool, inputs(), { identity: 0.95 }))).toEqual([['a', 'b']]);
    const one = await runNative(tool, inputs(), { identity: 0.95, both_strands: false });
    expect(members(one)).toEqual([['a'], ['b']]);
    expect(one.files.map(({ port }) => port)).toContain('representative_nucleotides');
  });

  it('does not count unknown residues, and names what it left out', async () => {
    const rows = `>x1\n${'X'.repeat(30)}\n>x2\n${'X'.repeat(25)}\n>m\nMKTAYIAKQRQISFVKSHFSXXXXX\n>short\nMKTAY\n`;
    const done = await runNative(tool, [input(rows)]);
    expect(members(done)).toEqual([['m']]);
    expect(done.values('summary')).toEqual([{ sequences: 4, clusters: 1, left_out: 3 }]);
    expect(done.values('left_out')).toMatchObject([{ name: 'short' }, { name: 'x1, x2', count: 2 }]);
    expect(done.values('warnings')).toMatchObject([
      { of: 'm', warning: expect.stringMatching(/^5 of 25 residues are unknown/) },
    ]);
  });

  it("gives CD-HIT's own file with the names", async () => {
    const done = await runNative(tool, [globins()]);
    expect(text(done, 'clstr')).toMatch(/^>Cluster 0\n0\t\d+aa, >[A-Z0-9]+_[A-Z]+\.\.\. /);
  });
});
