import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { ToolInput } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { parseFasta } from '../shared/fasta.ts';
import { checkAndRun } from '../shared/testRun.ts';
import { readTestData } from '../testdata/read.ts';
import { type AlignOptions, align } from './align.ts';
import { check } from './check.ts';
import { measure } from './measure.ts';
import { run } from './run.ts';
import { substitution } from './substitution.ts';
import { type alignmentItem, contract } from './tool.ts';

const tool = { contract, check, run };
type Item = Static<typeof alignmentItem>;

const input = (slotId: string, text: string, kind = 'protein') => ({ id: slotId, slotId, kind, format: 'FASTA', text });
const [alpha, beta, myoglobin] = readTestData('globins3.fasta').split(/^(?=>)/m) as [string, string, string];
const globins = [input('query', alpha), input('targets', beta)];

describe('known answers', () => {
  it('aligns the hemoglobin chains as EMBOSS needle does', async () => {
    const done = await checkAndRun(tool, globins);
    expect(done.values<Item>('alignments')).toEqual([
      {
        query: 'sp|P69905|HBA_HUMAN',
        target: 'sp|P68871|HBB_HUMAN',
        score: 292.5,
        length: 149,
        identity: 65,
        identity_pct: expect.closeTo(43.624, 3),
        similarity: 90,
        gaps: 9,
        query_start: 1,
        target_start: 1,
      },
    ]);
  });

  it('aligns a part of them as EMBOSS water does', async () => {
    const done = await checkAndRun(tool, globins, { mode: 'local' });
    const expected = {
      score: 293.5,
      length: 145,
      identity: 63,
      similarity: 88,
      gaps: 8,
      query_start: 3,
      target_start: 4,
    };
    expect(done.values<Item>('alignments')[0]).toMatchObject(expected);
  });
});

describe('outputs', () => {
  it('ranks by score, writes a pair of rows each, and names both inputs', async () => {
    const done = await checkAndRun(tool, [input('query', alpha), input('targets', myoglobin + beta + alpha)]);
    expect(done.values<Item>('alignments').map(({ target }) => target.split('_')[0]!.slice(-3))).toEqual([
      'HBA',
      'HBB',
      'MYG',
    ]);
    expect(done.items.map(({ place }) => place)).toEqual(
      [1, 2, 3].map((rank) => ({ sourceInputIds: ['query', 'targets'], rank })),
    );
    expect(done.files.map(({ name }) => name)).toEqual([
      'alignment-0003.afa',
      'alignment-0002.afa',
      'alignment-0001.afa',
      'alignment-0003.svg',
      'alignment-0002.svg',
      'alignment-0001.svg',
    ]);
    const degapped = parseFasta(done.files[1]!.text.replaceAll('-', ''), 'protein', {
      maxRecords: 2,
      maxResidues: 200,
    });
    const written = degapped.records.map(({ name, sequence }) => `${name} ${sequence.length}`);
    expect(written).toEqual(['sp|P69905|HBA_HUMAN 142', 'sp|P68871|HBB_HUMAN 147']);
    expect(done.reports.at(-1)).toEqual({ done: 3, total: 3 });
  });

  it('lists a local alignment without a positive score, without a file', async () => {
    const done = await checkAndRun(tool, [input('query', '>q\nWWW'), input('targets', '>t\nPPP')], { mode: 'local' });
    expect(done.values<Item>('alignments')[0]).toMatchObject({ score: 0, length: 0, query_start: null });
    expect(done.files).toEqual([]);
  });

  it('ranks what it had when it is stopped', async () => {
    const stop = new AbortController();
    const onProgress = (done: number) => {
      if (done === 2) stop.abort();
    };
    const inputs = [input('query', alpha), input('targets', myoglobin + beta + alpha)];
    const done = await checkAndRun(tool, inputs, {}, { signal: stop.signal, onProgress });
    expect(done.values<Item>('alignments').map(({ target }) => target.slice(-9))).toEqual(['HBB_HUMAN', 'MYG_HUMAN']);
  });

  it('scores RNA against DNA', async () => {
    const inputs = [input('query', '>q\nGAUUACA', 'dna'), input('targets', '>t\nGATTACA', 'dna')];
    const done = await checkAndRun(tool, inputs, { matrix: 'IDENTITY' });
    expect(done.values<Item>('alignments')[0]).toMatchObject({ score: 35, identity: 5, similarity: 7 });
  });
});

describe('refusals', () => {
  const problemsOf = (query: Partial<ToolInput>, targets: Partial<ToolInput>, settings = {}) => {
    const inputs = [
      { ...input('query', alpha), ...query },
      { ...input('targets', beta), ...targets },
    ];
    return checkRequest(contract, check, inputs, settings).verdict.problems;
  };

  it.each([
    ['empty', '', 'the content is empty'],
    ['wrong alphabet', '>a\nMK7', "line 2: character '7' is not an amino acid code"],
    ['junk', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
    ['too long', `>a\n${'M'.repeat(100_001)}`, "line 1: record 'a' has 100001 residues, the limit is 100000"],
    ['too many', '>a\nM\n'.repeat(2001), 'line 4001: more than 2000 records'],
  ])('%s', (_, text, message) => {
    expect(problemsOf({}, { text })).toEqual([{ path: 'input.inputs[1].content', message }]);
  });

  it('two queries', () => {
    const problems = problemsOf({ text: alpha + beta }, {});
    expect(problems).toEqual([{ path: 'input.inputs[0].content', message: 'line 5: more than 1 records' }]);
  });

  it('a pair that is too large, and too many cells in all', () => {
    const long = 'MKVWA'.repeat(2_000);
    expect(problemsOf({ text: `>q\n${long}` }, { text: `>t\n${long}` })[0]).toMatchObject({
      path: 'input.inputs[1].content',
      message: "line 1: record 't': 10000 × 10000 residues exceed the limit of 25000000 cells per pair",
    });
    const targets = `>t\n${long.slice(0, 2_000)}\n`.repeat(30);
    expect(problemsOf({ text: `>q\n${long}` }, { text: targets })[0]!.message).toMatch(/^all pairs together/);
  });

  it('kinds that do not match, and BLOSUM62 for dna', () => {
    const dna = { kind: 'dna', text: '>d\nACGT' };
    expect(problemsOf({}, dna)).toEqual([
      { path: 'input.inputs[1].kind', message: 'a dna target cannot be aligned with a protein query' },
    ]);
    expect(problemsOf(dna, dna)).toMatchObject([{ path: 'settings.matrix' }]);
  });
});

describe('properties', () => {
  const sequence = fc.stringMatching(/^[ARNDCQEGHILKMFPSTWYV]{1,30}$/);
  const settings = fc.record<AlignOptions>({
    mode: fc.constantFrom('global', 'local'),
    gapOpen: fc.constantFrom(1, 10, 11.5),
    gapExtend: fc.constantFrom(0, 0.5, 1),
    endGapPenalty: fc.boolean(),
    matrix: fc.constant(substitution('BLOSUM62', 'protein')),
  });

  it('rows without gaps are the inputs, and the score is that of the rows', () => {
    fc.assert(
      fc.property(sequence, sequence, settings, (a, b, options) => {
        const found = align(a, b, options);
        const [plainA, plainB] = [found.query.replaceAll('-', ''), found.target.replaceAll('-', '')];
        expect(a.slice(found.queryStart, found.queryStart + plainA.length)).toBe(plainA);
        expect(b.slice(found.targetStart, found.targetStart + plainB.length)).toBe(plainB);
        if (options.mode === 'global') expect([plainA, plainB]).toEqual([a, b]);
        expect(scoreOfRows(found.query, found.target, options)).toBeCloseTo(found.score, 9);
      }),
    );
  });

  it('the score does not depend on which sequence is the query', () => {
    fc.assert(
      fc.property(sequence, sequence, settings, (a, b, options) => {
        expect(align(a, b, options).score).toBeCloseTo(align(b, a, options).score, 9);
      }),
    );
  });

  it('no other alignment scores higher', () => {
    const short = fc.stringMatching(/^[ARWP]{1,4}$/);
    fc.assert(
      fc.property(short, short, settings, (a, b, options) => {
        const rows = allAlignments(a, b);
        const best = Math.max(...rows.map(([x, y]) => scoreOfRows(x, y, options)));
        if (options.mode === 'global') expect(align(a, b, options).score).toBeCloseTo(best, 9);
        else expect(align(a, b, options).score).toBeGreaterThanOrEqual(Math.max(0, best));
      }),
    );
  });

  it('a sequence is identical with itself', () => {
    fc.assert(
      fc.property(sequence, settings, (a, options) => {
        const { identity_pct, gaps } = measure(align(a, a, options), options.matrix);
        expect({ identity_pct, gaps }).toEqual({ identity_pct: 100, gaps: 0 });
      }),
    );
  });
});

/** Scores two rows from their columns alone, independently of the dynamic programming. */
function scoreOfRows(a: string, b: string, { mode, gapOpen, gapExtend, endGapPenalty, matrix }: AlignOptions): number {
  const free = mode === 'global' && !endGapPenalty;
  const inner = { from: 0, to: a.length };
  if (free) {
    const end = /^-*/.exec(a)![0].length || /^-*/.exec(b)![0].length;
    inner.from = end;
    inner.to = a.length - (/-*$/.exec(a)![0].length || /-*$/.exec(b)![0].length);
  }
  let score = 0;
  for (let i = inner.from; i < inner.to; i++) {
    if (a[i] === '-') score -= i > inner.from && a[i - 1] === '-' ? gapExtend : gapOpen;
    else if (b[i] === '-') score -= i > inner.from && b[i - 1] === '-' ? gapExtend : gapOpen;
    else score += matrix.scores[matrix.encode(a[i]!)[0]! * matrix.size + matrix.encode(b[i]!)[0]!]!;
  }
  return score;
}

function allAlignments(a: string, b: string): [string, string][] {
  if (a === '' && b === '') return [['', '']];
  const grow = (x: string, y: string, restA: string, restB: string) =>
    allAlignments(restA, restB).map(([p, q]): [string, string] => [x + p, y + q]);
  return [
    ...(a && b ? grow(a[0]!, b[0]!, a.slice(1), b.slice(1)) : []),
    ...(a ? grow(a[0]!, '-', a.slice(1), b) : []),
    ...(b ? grow('-', b[0]!, a, b.slice(1)) : []),
  ];
}
