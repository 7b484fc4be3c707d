import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { align } from '../pairwise-align/align.ts';
import { substitution } from '../pairwise-align/substitution.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { clusterSequences } from './cluster.ts';
import { globalIdentity } from './globalIdentity.ts';
import { run } from './run.ts';
import { type cluster, contract } from './tool.ts';

const tool = { contract, check, run };
type Cluster = Static<typeof cluster>;

const fasta = (text: string) => ({ id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });
const globins = fasta(readTestData('globins45.fasta'));

describe('known answers', () => {
  // cd-hit 4.8.1 -g 1 also finds 33 clusters at 0.9.
  it.each([
    [0.9, 33],
    [0.8, 19],
    [0.5, 6],
  ])('clusters 45 globins at identity %d into %d clusters', async (identity, count) => {
    const done = await checkAndRun(tool, [globins], { identity });
    const clusters = done.values<Cluster>('clusters');
    expect(clusters).toHaveLength(count);
    expect(clusters.reduce((sum, { size }) => sum + size, 0)).toBe(45);
    for (const { members, representative, size } of clusters) {
      expect([members[0], members.length]).toEqual([{ id: representative, identity: 1 }, size]);
      for (const member of members) expect(member.identity).toBeGreaterThanOrEqual(identity);
    }
    const [representatives, table] = done.files;
    expect(representatives!.text.match(/^>\S+/gm)).toEqual(clusters.map((one) => `>${one.representative}`));
    expect(table!.text.trimEnd().split('\n')).toHaveLength(46);
    expect(done.reports.at(-1)).toEqual({ done: 45, total: 45 });
  });

  it('makes one cluster of one sequence, and of two copies of it', async () => {
    const one = '>a\nMKVLAAGIVG\n';
    expect((await checkAndRun(tool, [fasta(one)])).values('clusters')).toHaveLength(1);
    expect((await checkAndRun(tool, [fasta(one + one)])).values<Cluster>('clusters')).toMatchObject([{ size: 2 }]);
  });

  it('lets a fragment join only if it reaches the required coverage', async () => {
    const parts = fasta('>long\nMKVLAAGIVGLLWWDE\n>part\nAAGIVGHHHHHHHHHH\n');
    expect((await checkAndRun(tool, [parts], { identity: 0.3, coverage: 0 })).values('clusters')).toHaveLength(1);
    expect((await checkAndRun(tool, [parts], { identity: 0.3, coverage: 1 })).values('clusters')).toHaveLength(2);
  });

  it('keeps its results when it is stopped', async () => {
    const stop = new AbortController();
    const onProgress = (done: number) => {
      if (done === 9) stop.abort();
    };
    const done = await checkAndRun(tool, [globins], {}, { signal: stop.signal, onProgress });
    expect(done.values<Cluster>('clusters').reduce((sum, { size }) => sum + size, 0)).toBe(9);
    expect(done.files).toHaveLength(2);
  });

  it('writes the same bytes when it runs again', async () => {
    const [first, second] = [await checkAndRun(tool, [globins]), await checkAndRun(tool, [globins])];
    expect(second.files).toEqual(first.files);
    expect(second.items).toEqual(first.items);
  });
});

describe('refusals', () => {
  const messages = (text: string) =>
    checkRequest(contract, check, [fasta(text)], {}).verdict.problems.map(({ message }) => message);

  it.each([
    ['empty', '', 'the content is empty'],
    ['wrong alphabet', '>a\nMK7', "line 2: character '7' is not an amino acid code"],
    ['junk', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
    ['too many', '>a\nM\n'.repeat(1001), 'line 2001: more than 1000 records'],
    [
      'too much work',
      `>a\n${'MKVWA'.repeat(6000)}\n`.repeat(9),
      'comparing 9 sequences of 270000 residues in all may take 32400000000 cells, the limit is 25000000000; ' +
        'cluster fewer or shorter sequences',
    ],
  ])('%s', (_, text, message) => {
    expect(messages(text)).toEqual([message]);
  });
});

describe('properties', () => {
  const matrix = substitution('BLOSUM62', 'protein');
  const sequence = fc.stringMatching(/^[ARNDW]{1,24}$/);
  const cluster = async (sequences: string[], identity = 0.6) => {
    const clusters = await clusterSequences(sequences, { identity, coverage: 0.5 }, AbortSignal.any([]), () => {});
    return clusters.map(({ members }) => members.map(({ index }) => sequences[index]).sort());
  };

  it('counts the same columns as the alignment of pairwise-align', () => {
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        const options = { mode: 'global', gapOpen: 10, gapExtend: 0.5, endGapPenalty: false, matrix } as const;
        const { query, target } = align(a, b, options);
        const both = [...query].map((letter, i) => [letter, target[i]!]).filter((pair) => !pair.includes('-'));
        const identical = both.filter(([x, y]) => x === y).length;
        const found = globalIdentity(matrix.encode(a), matrix.encode(b), matrix);
        expect(found).toEqual({ identical, aligned: both.length });
      }),
    );
  });

  it('finds the same clusters in any order of the input if all lengths differ', async () => {
    const sets = fc.uniqueArray(sequence, { minLength: 1, maxLength: 12, selector: ({ length }) => length });
    const shuffled = sets.chain((set) =>
      fc.tuple(fc.constant(set), fc.shuffledSubarray(set, { minLength: set.length })),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([set, other]) => {
        expect(await cluster(other)).toEqual(await cluster(set));
      }),
    );
  });
});
