import { expect, it } from 'vitest';
import { database, globin, type MatchRow, searchesProteins, searchInput } from '../shared/native/matchTests.ts';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { plasmid, plasmidProteins } from '../shared/native/testSearch.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

describe('diamond-search with its program', () => {
  const settings = { sensitivity: 'ultra-sensitive', evalue: 1e-5 };
  searchesProteins(tool, settings, 45, { evalue: 7.29e-111, bitscore: 302, sstart: 2, qcovs: 100 });

  it.each([
    ['default', 24],
    ['fast', 19],
    ['sensitive', 40],
    ['very-sensitive', 40],
  ])('finds as many as the sensitivity %s can', async (sensitivity, hits) => {
    const done = await runNative(tool, [globin(), database()], { sensitivity, evalue: 1e-5 });
    expect(done.values('hits')).toHaveLength(hits);
  });

  it('finds the proteins of a plasmid from its DNA', async () => {
    const inputs = [searchInput('queries', plasmid(), 'dna'), searchInput('database', plasmidProteins())];
    const done = await runNative(tool, inputs, { program: 'blastx', evalue: 1e-5 });
    expect(done.values<{ subjects: number }>('summary')[0]!.subjects).toBe(10);
  });

  it('keeps hits of an identity and a coverage', async () => {
    const done = await runNative(tool, [globin(), database()], { ...settings, min_identity: 90, query_cover: 99 });
    const rows = done.values<MatchRow>('hits');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.every(({ pident, qcovs }) => pident >= 90 && qcovs >= 99)).toBe(true);
  });
});
