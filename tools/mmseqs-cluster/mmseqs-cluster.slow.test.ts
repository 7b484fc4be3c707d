// @module-tag native

import { long } from '@rotamer/kit/testing/long.ts';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { readTestData } from '../testdata/read.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { type clusterItem, contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const input = (text: string) => ({ id: 'a', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });
const globins = () => input(readTestData('globins45.fasta'));
/** MMseqs2 then searches once, not three times. */
const quick = { sensitivity: 2 };
const unknown = `>x1\n${'X'.repeat(30)}\n>x2\n${'X'.repeat(30)}\n`;

/** Clusters the globins and two unknown sequences once for all tests. The three searches of the default give the same clusters. */
const clusterGlobins = () => runNative(tool, [input(`${unknown}${globins().text}`)], long ? {} : quick);
let clustered: ReturnType<typeof clusterGlobins> | undefined;
const clusteredGlobins = () => (clustered ??= clusterGlobins());

describe('mmseqs-cluster with its program', () => {
  it('finds five clusters of globins, and notes the unknown sequences that it leaves out', async () => {
    const done = await clusteredGlobins();
    const clusters = done.values<Static<typeof clusterItem>>('clusters');
    expect(clusters.map(({ size }) => size)).toEqual([19, 18, 6, 1, 1]);
    expect(clusters.map(({ representative, members }) => members[0]!.id === representative)).not.toContain(false);
    expect(done.values('summary')).toEqual([{ sequences: 47, clusters: 5 }]);
    expect(done.values('left_out')).toMatchObject([{ name: 'x1' }, { name: 'x2' }]);
    expect(done.files[0]!.text.match(/^>/gm)).toHaveLength(5);
    expect(done.files[1]!.text.split('\n')).toHaveLength(1 + 45 + 1);
  });

  it('clusters in linear time, and keeps a short sequence among longer ones', async () => {
    const done = await runNative(tool, [input(`${globins().text}\n>short\nMKTAY\n`)], {
      linclust: true,
      identity: 0.9,
      cov_mode: 1,
    });
    const clusters = done.values<Static<typeof clusterItem>>('clusters');
    expect(clusters.reduce((sum, { size }) => sum + size, 0)).toBe(46);
    expect(clusters.map(({ representative }) => representative)).toContain('short');
  });

  it('reads proteins that have only letters of nucleotides as proteins', async () => {
    const rest = 'TACAGNNTACGGCATNACGATCGATTACAGGATCCAGTACAGCTAGGCATNNGCATCGATGCATTGCA';
    const done = await runNative(tool, [input(`>a\nGAT${rest}\n>b\nA${rest}\n`)], { linclust: true });
    expect(done.values<Static<typeof clusterItem>>('clusters').map(({ size }) => size)).toEqual([2]);
  });

  it('gives the identity of members like an alignment by another program', async () => {
    const done = await clusteredGlobins();
    const members = done.values<Static<typeof clusterItem>>('clusters').flatMap(({ members }) => members);
    const identityOf = new Map(members.map(({ id, identity }) => [id, identity]));
    // needle 6.6 of EMBOSS, with BLOSUM62, for MYG_HORSE and MYG_ESCGI: 137/153 = 89.5 %. The alignment of MMseqs2 is
    // local.
    expect(identityOf.get('MYG_HORSE')).toBe(1);
    expect(identityOf.get('MYG_ESCGI')).toBeCloseTo(0.9, 2);
    expect(members.every(({ identity }) => identity === null || identity >= 0.5)).toBe(true);
    const table = done.files.find(({ port }) => port === 'clusters_table')!.text.split('\n');
    expect(table[0]).toBe('cluster\tid\tidentity');
    expect(table.slice(1, 1 + members.length).map((line) => line.split('\t')[2])).toEqual(
      members.map(({ identity }) => String(identity ?? '')),
    );
  });

  it('clusters by length, and reports sequences that it does not compare', async () => {
    const settings = { cluster_mode: 2, cluster_reassign: true, cov_mode: 3, ...quick };
    const done = await runNative(tool, [input(`${globins().text}\n>short\nMKTAY\n`)], settings);
    expect(done.values('summary')).toMatchObject([{ sequences: 46 }]);
    expect(done.values('warnings')).toMatchObject([{ of: 'short' }]);
  });

  it('writes no output when it was stopped', async () => {
    const done = await runNative(tool, [globins()], {}, { signal: AbortSignal.abort() });
    expect([done.items, done.files]).toEqual([[], []]);
  });

  it('clusters input of only low-complexity sequences (soedinglab/MMseqs2 #828, #225)', async () => {
    const done = await runNative(tool, [input(readTestData('cases/sequence/low_complexity_only.fasta'))], quick);
    const clusters = done.values<Static<typeof clusterItem>>('clusters');
    const identities = Object.fromEntries(
      clusters.flatMap(({ members }) => members).map((one) => [one.id, one.identity]),
    );
    expect(clusters.map(({ size }) => size)).toEqual([3, 2]);
    // 37 of 38 residues; MMseqs2 writes three decimals.
    expect(identities).toEqual({ ebna1_a: 1, ebna1_b: 1, poly_q1: 1, poly_q2: 1, poly_q3: expect.closeTo(37 / 38, 2) });
  });

  it('clusters repeats of common residues alone, whose words score less than its prefilter asks for', async () => {
    const repeat = 'AEKRLLD'.repeat(8);
    const done = await runNative(tool, [input(`>a\nM${repeat}\n>b\nM${repeat.slice(0, -1)}E\n`)], quick);
    expect(done.values('clusters')).toMatchObject([
      // One of 57 residues differs.
      { size: 2, members: [{ identity: 1 }, { identity: expect.closeTo(56 / 57, 2) }] },
    ]);
  });
});
