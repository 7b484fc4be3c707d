// @module-tag native

import type { Static } from 'typebox';
import { beforeAll, expect, it } from 'vitest';
import * as build from '../hmm-build/check.ts';
import * as buildRun from '../hmm-build/run.ts';
import { contract as buildContract } from '../hmm-build/tool.ts';
import type { hitItem } from '../shared/native/hmmer.ts';
import { readTestData } from '../testdata/read.ts';
import { runBare } from '../testing/bareProgram.ts';
import { fileOf, resultsOf } from '../testing/hmmerReports.ts';
import { globinDatabase } from '../testing/matchTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
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
  let profile: string;

  beforeAll(async () => {
    const text = readTestData('globins4.sto');
    const alignment = { id: 'a', slotId: 'alignment', kind: 'msa', format: 'STOCKHOLM', text };
    const built = await runNative({ contract: buildContract, check: build.check, run: buildRun.run }, [alignment]);
    profile = built.files[0]!.text;
  });

  const hmm = (text: string) => ({ id: 'h', slotId: 'hmm', kind: 'hmm', format: 'HMM', text });

  it('finds all 48 globins with a profile that hmm-build made', async () => {
    const done = await runNative(tool, [hmm(profile), database()]);
    const hits = done.values<Static<typeof hitItem>>('hits');
    expect(hits).toHaveLength(48);
    expect(hits[0]).toMatchObject({ query: 'profile', target: 'sp|P68871|HBB_HUMAN', score: 222.7 });
    // The E-value is 7.5e-69 in a database of 62 sequences; this database has 52.
    expect(hits[0]!.evalue / 7.5e-69).toBeCloseTo(52 / 62, 1);
  });

  it('tells profiles of one name apart in rows, such as those of two jobs of hmm-build', async () => {
    const done = await runNative(tool, [hmm(profile + profile), database()]);
    expect(done.values('summary')).toMatchObject([{ query: 'profile' }, { query: 'profile_2' }]);
    expect(new Set(done.values<Static<typeof hitItem>>('hits').map(({ query }) => query))).toEqual(
      new Set(['profile', 'profile_2']),
    );
    expect(done.values('warnings')).toMatchObject([{ of: 'profile_2', line: profile.split('\n').length }]);
  });

  it('searches with each profile of a file, and by its own cutoffs', async () => {
    // Of the 48 hits, those with at least 200 bits.
    const cut = profile
      .replace('NAME  profile', 'NAME  strict')
      .replace(/^STATS LOCAL MSV/m, 'GA    200.00 200.00;\nTC    200.00 200.00;\nSTATS LOCAL MSV');
    const all = await runNative(tool, [hmm(profile + cut), database()]);
    expect(all.values('summary')).toMatchObject([
      { query: 'profile', hits: 48 },
      { query: 'strict', hits: 48 },
    ]);
    const strict = await runNative(tool, [hmm(cut), database()], { cutoffs: 'ga' });
    const expected = all
      .values<Static<typeof hitItem>>('hits')
      .filter(({ query, score }) => query === 'strict' && score >= 200);
    expect(strict.values<Static<typeof hitItem>>('hits').map(({ target }) => target)).toEqual(
      expected.map(({ target }) => target),
    );
    const domains = strict.files.find(({ port }) => port === 'domains_table')!.text;
    expect(domains).toMatch(/^sp\|P68871\|HBB_HUMAN - 147 strict - 149 /m);
    expect(domains).not.toMatch(/s00000\d|Current dir|Date/);
  });

  it('takes a size of the database, and searches without filters', async () => {
    const settings = { database_size: 62, bias_filter: false, domain_evalue: 1e-5, max_hits: 3 };
    const done = await runNative(tool, [hmm(profile), database()], settings);
    // hmmsearch reports this value for 62 sequences.
    expect(done.values<Static<typeof hitItem>>('hits')[0]!.evalue).toBe(7.5e-69);
    expect(done.values('warnings')).toMatchObject([
      { of: 'profile', warning: expect.stringMatching(/^has 48 hits, of which the best 3/) },
    ]);
  });

  it('writes the report of the bare program', async () => {
    const fn3 = readTestData('fn3.hmm');
    const text = `${globinDatabase()}${readTestData('sevenless.fasta')}`;
    const settings = { report: true, domain_evalue: 1e-5, inclusion_domain_evalue: 1e-10 };
    const done = await runNative(tool, [hmm(fn3), { ...database(), text }], settings);
    const files = { 'fn3.hmm': fn3, 'db.fa': text };
    const report = fileOf(done, 'report');
    const bare = runBare('hmmsearch -E 1e-3 --domE 1e-5 --incdomE 1e-10 -o out fn3.hmm db.fa', files);
    expect(resultsOf(report)).toEqual(resultsOf(bare));
    expect(report).toMatch(/^ +fn3 .*\n.*\n +sp\|P13368\|7LESS_DROME /m);
    expect(report).not.toMatch(/s\d{6}|\.fa|\.hmm|found|Elapsed|threads/);
  });

  it('fails with the error of hmmsearch at a profile with invalid numbers', async () => {
    const broken =
      'HMMER3/f [3.3.2 | Nov 2020]\nNAME  x\nLENG  2\nALPH  amino\nHMM          A\n      1   hello\n      2   hello\n//\n';
    await expect(runNative(tool, [hmm(broken), database()])).rejects.toThrow(/^hmmsearch failed with exit code 1: /);
  });
});
