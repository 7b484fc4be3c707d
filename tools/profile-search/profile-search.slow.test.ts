// @module-tag native

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseAlignment } from '../shared/msa/parseAlignment.ts';
import { writeAlignment } from '../shared/msa/writeAlignment.ts';
import { aRelease } from '../shared/releases/testing/aRelease.ts';
import { hhArchive } from '../shared/releases/testing/hhArchive.ts';
import { readTestData } from '../testdata/read.ts';
import { globin, searchInput } from '../testing/matchTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { parseHhr } from './hhr.ts';
import { run } from './run.ts';
import { contract, type Hit } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

const family = (label: string, text: string, format = 'STOCKHOLM') => ({
  ...{ id: label.replaceAll(' ', '_'), label, slotId: 'database', kind: 'msa', format, text },
});
const globins = () => family('globins of four', readTestData('globins4.sto'));
const ubiquitin = () => family('ubiquitin', readTestData('ubiquitin.fasta'), 'AFA');
const query = (text = globin().text) => searchInput('query', text);

describe('profile-search with its program', () => {
  it('finds the globins of an alignment, and gives report, table and alignment', async () => {
    const done = await runNative(tool, [query(), ubiquitin(), globins()]);
    const hits = done.values<Hit>('hits');
    // HHsearch 3.3.0 prints these columns for the alignment that reformat.pl makes of the same file.
    expect(hits).toMatchObject([
      {
        ...{ query: 'HBB_HUMAN', target: 'globins of four', representative: 'HBB_HUMAN', probability: 100 },
        ...{ columns: 146, identity: 100, qstart: 1, qend: 146, tstart: 1, tend: 146, tlength: 146 },
      },
    ]);
    const report = done.files.find(({ port }) => port === 'report')!.text;
    expect(report).toMatch(/^ {2}1 globins of four +100\.0 .* \(146\)$/m);
    expect(report).toMatch(/^T globins of fou +1 VHLT/m);
    expect(report).not.toMatch(/s00000\d|Date|Command/);
    const a3m = done.files.find(({ port }) => port === 'alignment')!.text;
    expect(a3m.match(/^>.*/gm)).toContain('>globins_of_four/MYG_PHYCA');
    expect(done.values('summary')).toEqual([{ query: 'HBB_HUMAN', length: 146, hits: 1, searched: 2 }]);
  });

  it('gives the same hit for another order, other names and lower case', async () => {
    const one = await runNative(tool, [query(), globins(), ubiquitin()]);
    const lower = globin().text.split('\n');
    const two = await runNative(tool, [
      query(`>other name\n${lower.slice(1).join('').toLowerCase()}\n`),
      { ...ubiquitin(), label: 'globins of four' },
      globins(),
    ]);
    const bare = (hits: Hit[]) => hits.map(({ query: _, target: __, ...hit }) => hit);
    expect(bare(two.values<Hit>('hits'))).toEqual(bare(one.values<Hit>('hits')));
    expect(two.values<Hit>('hits')[0]!.target).toBe('globins of four_2');
  });

  it('finds in a dataset what HHsearch finds in the same database, with its names', async () => {
    const { records } = parseAlignment(readTestData('globins4.sto'), 'STOCKHOLM', {
      maxRecords: 10,
      maxColumns: 1_000,
    });
    const rows = records.map(({ name, row }) => ({ name, sequence: row }));
    const a3m = writeAlignment(rows, 'a3m', true);
    const [, ...ubiquitins] = readTestData('ubiquitin.fasta').split('\n');
    const alignments = { PF00042: a3m.replace('>', '>PF00042 Globin '), PF00240: `>PF00240\n${ubiquitins.join('')}\n` };
    const root = mkdtempSync(join(tmpdir(), 'hh-dataset-'));
    try {
      const about = { root, id: 'families', kind: 'hhm-profiles' as const };
      const dataset = await aRelease(await hhArchive('pfam', alignments), [], about);
      expect(dataset).toMatchObject({ records: 2, residues: 146 + ubiquitins.join('').length });
      const done = await runNative(tool, [query()], { database: 'families@1' }, { dataset });
      const [hit] = done.values<Hit>('hits');
      const columns = { query: 'HBB_HUMAN', probability: 100, columns: 146, identity: 100, tlength: 146 };
      expect(hit).toMatchObject({ ...columns, target: 'PF00042', description: 'Globin HBB_HUMAN' });
      const bare = ['-i', 'q.fa', '-d', join(dataset.dir, 'hhsuite/db'), '-o', 'bare.hhr', '-z', '0', '-b', '0'];
      writeFileSync(join(root, 'q.fa'), query().text);
      execFileSync('hhsearch', [...bare, '-E', '1', '-p', '20', '-e', '0.001', '-loc', '-v', '1'], { cwd: root });
      const [expected] = parseHhr(readFileSync(join(root, 'bare.hhr'), 'utf8'));
      expect(hit).toMatchObject(expected!.numbers);
      const report = done.files.find(({ port }) => port === 'report')!.text;
      expect(report).toMatch(/^Query +HBB_HUMAN$/m);
      expect(report).toMatch(/^ {2}1 PF00042 Globin HBB_HUMAN +100\.0/m);
      expect(done.values('summary')).toMatchObject([{ hits: 1, searched: 2 }]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('succeeds without a hit', async () => {
    const done = await runNative(tool, [query('>none\nMWWHCPYMFWKHDEWRRWCCPMWHQQNNDDEEWY\n'), ubiquitin()]);
    expect(done.values('hits')).toEqual([]);
    expect(done.files.find(({ port }) => port === 'hits_table')!.text).toMatch(/^query\ttarget\t.*\n$/);
  });
});
