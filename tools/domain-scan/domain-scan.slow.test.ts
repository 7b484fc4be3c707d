// @module-tag native

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aRelease } from '../shared/releases/testing/aRelease.ts';
import { readTestData } from '../testdata/read.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import type { Domain } from './domains.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

const [fn3, pkinase, sevenless] = ['fn3.hmm', 'pkinase.hmm', 'sevenless.fasta'].map(readTestData) as [
  string,
  string,
  string,
];
const sequences = (text = sevenless) => ({ id: 's', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });
const profiles = (text = fn3 + pkinase) => ({ id: 'p', slotId: 'profiles', kind: 'hmm', format: 'HMM', text });
const clans = (text: string) => ({ id: 'c', slotId: 'clans', kind: 'table', format: 'TSV', text });

/** `fn3` under another name, which finds the same domains. */
const twin = fn3.replace('NAME  fn3', 'NAME  twin').replace('ACC   PF00041.13', 'ACC   PF99999.1');

describe('domain-scan with its program', () => {
  it('finds the domains of sevenless that the guide of HMMER prints', async () => {
    // The guide scans three profiles, so E-values are for three.
    const settings = { cutoffs: 'none', evalue: 10, domain_evalue: 10, database_size: 3 };
    const done = await runNative(tool, [sequences(), profiles()], settings);
    const rows = done.values<Domain>('domains').map((row) => [row.profile, row.start, row.end, row.score, row.evalue]);
    expect(rows).toEqual([
      ['fn3', 396, 409, -1.3, 0.5],
      ['fn3', 439, 520, 40.7, 3.8e-14],
      ['fn3', 836, 913, 14.4, 6.1e-6],
      ['fn3', 1209, 1235, 5.1, 0.0048],
      ['fn3', 1313, 1380, 24.3, 5e-9],
      ['fn3', 1754, 1768, 0, 0.19],
      ['fn3', 1799, 1890, 47.2, 3.5e-16],
      ['fn3', 1904, 1966, 17.8, 5.5e-7],
      ['fn3', 1993, 2107, 12.8, 2e-5],
      ['Pkinase', 2210, 2479, 136.5, 1.7e-43],
    ]);
    const kinase = done.values<Domain>('domains').at(-1)!;
    expect(kinase).toMatchObject({
      accession: 'PF00069.17',
      env_start: 2209,
      env_end: 2482,
      hmm_start: 2,
      hmm_end: 256,
    });
    expect(kinase).toMatchObject({ hmm_length: 260, accuracy: 0.85, sequence_evalue: 1.1e-43, sequence_score: 137.2 });
  });

  it('uses the gathering thresholds of profiles that have them, as --cut_ga does', async () => {
    const done = await runNative(tool, [sequences(), profiles()]);
    // Of the ten domains those with at least 7.2 bits (fn3) and 20.3 bits (Pkinase).
    expect(done.values<Domain>('domains').map(({ score }) => score)).toEqual([
      40.7, 14.4, 24.3, 47.2, 17.8, 12.8, 136.5,
    ]);
    expect(done.values('summary')).toMatchObject([
      { query: 'sp|P13368|7LESS_DROME', length: 2554, domains: 7, searched: 2 },
    ]);
  });

  it('keeps the better of overlapping domains of one clan, and tells the other', async () => {
    const table = clans('PF00041\tCL0159\tE-set\tfn3\nPF99999\tCL0159\tE-set\ttwin\n');
    const done = await runNative(tool, [sequences(), profiles(fn3 + twin), table]);
    expect(new Set(done.values<Domain>('domains').map(({ profile, clan }) => `${profile} ${clan}`))).toEqual(
      new Set(['fn3 CL0159']),
    );
    expect(done.values('overlapped')).toHaveLength(6);
    const both = await runNative(tool, [sequences(), profiles(fn3 + twin), table], { resolve_overlaps: false });
    expect(both.values('domains')).toHaveLength(12);
    expect(both.values('overlapped')).toEqual([]);
  });

  it("resolves overlaps by a dataset's own clans, and by a table of the user instead", async () => {
    const root = mkdtempSync(join(tmpdir(), 'clans-'));
    try {
      const dataset = await aRelease(fn3 + twin, ['hmmpress'], { root, kind: 'hmm-profiles' });
      const scan = (...more: ReturnType<typeof clans>[]) =>
        runNative(tool, [sequences(), ...more], { database: 'test@1' }, { dataset });
      expect((await scan()).values('overlapped')).toEqual([]);
      writeFileSync(join(dataset.dir, 'clans.tsv'), 'PF00041\tCL0159\tE-set\tfn3\nPF99999\tCL0159\tE-set\ttwin\n');
      expect((await scan()).values('overlapped')).toHaveLength(6);
      const other = await scan(clans('PF00041\tCL1\tx\tfn3\nPF99999\tCL2\ty\ttwin\n'));
      expect(other.values('overlapped')).toEqual([]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('keeps overlapping domains without a clan, and warns of a table that names no profile', async () => {
    const done = await runNative(tool, [sequences(), profiles(fn3 + twin), clans('PF1\tC1\tx\ty\n')]);
    expect(done.values('domains')).toHaveLength(12);
    expect(done.values('warnings')).toMatchObject([{ of: 'clans', warning: expect.stringMatching(/names none/) }]);
  });

  it('gives the same domains for other names, order and case', async () => {
    const one = await runNative(tool, [sequences(), profiles()]);
    const renamed = `>none\nMKTAYIAKQRQISFVKSHFSRQ\n>my protein\n${sevenless.split('\n').slice(1).join('\n').toLowerCase()}`;
    const two = await runNative(tool, [sequences(renamed), profiles(pkinase + fn3)]);
    const bare = (rows: Domain[]) => rows.map(({ query: _, ...row }) => row);
    expect(bare(two.values<Domain>('domains'))).toEqual(bare(one.values<Domain>('domains')));
    expect(two.values('summary')).toMatchObject([
      { query: 'none', domains: 0 },
      { query: 'my', domains: 7 },
    ]);
  });

  it("tells profiles of one name apart, and writes the program's table with the users' names", async () => {
    const done = await runNative(tool, [sequences(`>a b\nMK\n${sevenless}`), profiles(fn3 + fn3)]);
    expect(new Set(done.values<Domain>('domains').map(({ profile }) => profile))).toEqual(new Set(['fn3', 'fn3_2']));
    expect(done.values('warnings')).toMatchObject([{ of: 'fn3_2' }]);
    const table = done.files.find(({ port }) => port === 'domtblout')!.text;
    expect(table).toMatch(/^fn3_2 PF00041\.13 86 sp\|P13368\|7LESS_DROME - 2554 .* Fibronectin type III domain$/m);
    expect(table).not.toMatch(/s00000\d|Date|Current dir/);
    expect(table.match(/^fn3/gm)).toHaveLength(done.values('domains').length);
    expect(done.files.filter(({ port }) => port === 'picture').map(({ name }) => name)).toEqual(['domains-0002.svg']);
  });
});
