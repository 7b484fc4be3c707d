import { expect, it } from 'vitest';
import { database, globin, type MatchRow, searchesProteins, searchInput } from '../shared/native/matchTests.ts';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

describe('mmseqs-search with its program', () => {
  const settings = { sensitivity: 7.5, evalue: 1e-5 };
  searchesProteins(tool, settings, 42, { evalue: 1.152e-100, bitscore: 310, sstart: 2, qcovs: 100 });

  it('keeps hits of an identity and a coverage', async () => {
    const done = await runNative(tool, [globin(), database()], { ...settings, min_identity: 0.9, coverage: 0.99 });
    const rows = done.values<MatchRow>('hits');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.every(({ pident, qcovs }) => pident >= 90 && qcovs >= 99)).toBe(true);
  });

  it('leaves a short sequence among longer ones without hits', async () => {
    const text = `>short\nMKTAYIAK\n${globin().text}`;
    const done = await runNative(tool, [searchInput('queries', text), database()], settings);
    expect(done.values<{ hits: number }>('summary').map(({ hits }) => hits)).toEqual([0, 42]);
  });
});
