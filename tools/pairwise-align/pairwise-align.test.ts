import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { ToolInput } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { parseFasta } from '../shared/fasta.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { type AlignOptions, align } from './align.ts';
import { check } from './check.ts';
import { measure } from './measure.ts';
import { run } from './run.ts';
import { type MatrixName, proteinMatrices, substitution } from './substitution.ts';
import { type alignmentItem, contract } from './tool.ts';

const tool = { contract, check, run };
type Item = Static<typeof alignmentItem>;

const input = (slotId: string, text: string, kind = 'protein') => ({ id: slotId, slotId, kind, format: 'FASTA', text });
const [alpha, beta, myoglobin] = readTestData('globins3.fasta').split(/^(?=>)/m) as [string, string, string];
const readCase = (file: string) => readTestData(`cases/sequence/${file}`);
const globins = [input('query', alpha), input('targets', beta)];

/** EMBOSS needle 6.6, `-gapopen 10 -gapextend 0.5 -aformat pair`. */
const NEEDLE_PAIR = [
  '# Aligned_sequences: 2',
  '# 1: HBA_HUMAN',
  '# 2: HBB_HUMAN',
  '# Matrix: EBLOSUM62',
  '# Gap_penalty: 10.0',
  '# Extend_penalty: 0.5',
  '# Length: 149',
  '# Identity:      65/149 (43.6%)',
  '# Similarity:    90/149 (60.4%)',
  '# Gaps:           9/149 ( 6.0%)',
  '# Score: 292.5',
  'HBA_HUMAN          1 MV-LSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTTKTYFPHF-D     48',
  '                     || |:|.:|:.|.|.||||  :..|.|.|||.|:.:.:|.|:.:|..| |',
  'HBB_HUMAN          1 MVHLTPEEKSAVTALWGKV--NVDEVGGEALGRLLVVYPWTQRFFESFGD     48',
  'HBA_HUMAN         49 LS-----HGSAQVKGHGKKVADALTNAVAHVDDMPNALSALSDLHAHKLR     93',
  '                     ||     .|:.:||.|||||..|.::.:||:|::....:.||:||..||.',
  'HBB_HUMAN         49 LSTPDAVMGNPKVKAHGKKVLGAFSDGLAHLDNLKGTFATLSELHCDKLH     98',
  'HBA_HUMAN         94 VDPVNFKLLSHCLLVTLAAHLPAEFTPAVHASLDKFLASVSTVLTSKYR    142',
  '                     |||.||:||.:.|:..||.|...||||.|.|:..|.:|.|:..|..||.',
  'HBB_HUMAN         99 VDPENFRLLGNVLVCVLAHHFGKEFTPPVQAAYQKVVAGVANALAHKYH    147',
];

describe('known answers', () => {
  it('writes the hemoglobin chains as EMBOSS needle does in its format pair', async () => {
    const named = [
      input('query', alpha.replace(/^>.*/, '>HBA_HUMAN')),
      input('targets', beta.replace(/^>.*/, '>HBB_HUMAN')),
    ];
    const text = (await checkAndRun(tool, named)).files.find(({ port }) => port === 'pairs')!.text;
    expect(text.split('\n').filter((line) => line !== '' && !/^#=*$/.test(line))).toEqual(NEEDLE_PAIR);
  });

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
        compared: 140,
        identity_compared_pct: expect.closeTo(46.429, 3),
        similarity: 90,
        gaps: 9,
        unknown: 0,
        query_start: 1,
        query_end: 142,
        target_start: 1,
        target_end: 147,
        query_length: 142,
        target_length: 147,
      },
    ]);
  });

  it('aligns a part of the hemoglobin chains as EMBOSS water does', async () => {
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

const fromCase = (slotId: string, file: string) => input(slotId, readCase(file), 'dna');

/**
 * Output of EMBOSS needle and water 6.6: `needle -gapopen 10 -gapextend 0.5`. Unlike Rotamer, they count N:N as
 * identical and U:T as not identical.
 */
describe('nucleotides, compared with EMBOSS needle and water', () => {
  it.each(['AUTO', 'EDNAFULL', 'IDENTITY'])('case A03, matrix %s: N is not identical to N', async (matrix) => {
    const inputs = [fromCase('query', 'a03_q.fasta'), fromCase('targets', 'a03_t.fasta')];
    const rows = (await checkAndRun(tool, inputs, { matrix })).values<Item>('alignments');
    const found = rows.map((row) => [row.target, row.score, row.length, row.identity, row.compared, row.gaps]);
    expect(found).toEqual([
      ['same', 76, 20, 16, 16, 0],
      ['iupac', 76, 20, 16, 16, 0],
      ['filled', 72, 20, 16, 16, 0],
    ]);
    expect(rows[0]).toMatchObject({ identity_pct: 80, identity_compared_pct: 100, unknown: 4, similarity: 16 });
  });

  it('case A04: U equals T in score and identity, and case does not matter', async () => {
    const inputs = [fromCase('query', 'a04_q.fasta'), fromCase('targets', 'a04_t.fasta')];
    const rows = (await checkAndRun(tool, inputs, { matrix: 'IDENTITY' })).values<Item>('alignments');
    for (const row of rows) expect(row).toMatchObject({ score: 60, identity: 12, identity_pct: 100, similarity: 12 });
    expect(rows).toHaveLength(2);
  });

  it('case A08n: a stretch of N makes no gap', async () => {
    const inputs = [fromCase('query', 'a08_q.fasta'), fromCase('targets', 'a08_t.fasta')];
    const rows = (await checkAndRun(tool, inputs, { matrix: 'IDENTITY' })).values<Item>('alignments');
    expect(rows[0]).toMatchObject({ target: 't', score: 180, length: 50, identity: 40, identity_pct: 80, gaps: 0 });
    expect(rows[1]).toMatchObject({ target: 'rev_none', score: 26 });
  });

  it('case A09: an ambiguity code that includes the base is not a mismatch', async () => {
    const inputs = [fromCase('query', 'a09_q.fasta'), fromCase('targets', 'a09_t.fasta')];
    const [row] = (await checkAndRun(tool, inputs, { matrix: 'IDENTITY' })).values<Item>('alignments');
    expect(row).toMatchObject({ score: 42, length: 10, identity: 8, compared: 8, similarity: 10, gaps: 0 });
  });

  it.each([
    ['global', { score: 78, length: 24, identity: 18, gaps: 3, query_start: 1, query_end: 21, target_end: 24 }],
    ['local', { score: 82, length: 20, identity: 18, gaps: 0, query_start: 2, query_end: 21, target_start: 5 }],
  ])('case C03: DNA aligns with the default settings, %s', async (mode, expected) => {
    const inputs = [fromCase('query', 'a02_q.fasta'), fromCase('targets', 'a02_t.fasta')];
    const [row] = (await checkAndRun(tool, inputs, { mode })).values<Item>('alignments');
    expect(row).toMatchObject(expected);
  });

  // EMBOSS needle 6.6, every ambiguity code once against ACGTACGTACG.
  it('scores all ambiguity codes as EDNAFULL does', async () => {
    const { encode, scores, size } = substitution('AUTO', 'dna');
    const score = (a: string, b: string) => scores[encode(a)[0]! * size + encode(b)[0]!];
    expect([...'SWRYKMBVHDNU'].map((letter) => score('A', letter))).toEqual([
      -4, 1, 1, -4, -4, 1, -4, -1, -1, -1, -2, -4,
    ]);
    expect([...'SWRYKMBVHDNU'].map((letter) => score('T', letter))).toEqual([
      -4, 1, -4, 1, 1, -4, -1, -4, -1, -1, -2, 5,
    ]);
    expect([...'SWRYKMBVHDN'].map((letter) => score(letter, letter))).toEqual(Array.from({ length: 11 }, () => -1));
  });
});

// EMBOSS needle 6.6 with -endweight, and with -endopen 4 -endextend 2.
it.each([{}, { end_gap_open: 4, end_gap_extend: 2 }])(
  'charges gaps at the ends as the settings say: %o',
  async (settings) => {
    const inputs = [fromCase('query', 'a02_q.fasta'), fromCase('targets', 'a02_t.fasta')];
    const [row] = (await checkAndRun(tool, inputs, { end_gap_penalty: true, ...settings })).values<Item>('alignments');
    expect(row).toMatchObject({ score: 76, length: 24, identity: 19, gaps: 3 });
  },
);

describe('matrices', () => {
  // EMBOSS needle 6.6 with `-datafile EBLOSUM45` and so on, gaps 10 and 0.5, HBA against HBB.
  it.each<[MatrixName, score: number, similarity: number, local: number, length: number]>([
    ['BLOSUM45', 376.5, 95, 376.5, 148],
    ['BLOSUM50', 396.5, 95, 396.5, 148],
    ['BLOSUM62', 292.5, 90, 293.5, 145],
    ['BLOSUM80', 474.5, 91, 474.5, 148],
    ['BLOSUM90', 311.5, 83, 311.5, 148],
    ['PAM30', 236.5, 74, 238.5, 148],
    ['PAM70', 317.5, 87, 317.5, 148],
    ['PAM250', 346.5, 110, 346.5, 146],
  ])('%s', async (matrix, score, similarity, local, length) => {
    const [row] = (await checkAndRun(tool, globins, { matrix })).values<Item>('alignments');
    expect(row).toMatchObject({ score, similarity, length: 149, gaps: 9 });
    const [part] = (await checkAndRun(tool, globins, { matrix, mode: 'local' })).values<Item>('alignments');
    expect(part).toMatchObject({ score: local, length });
  });

  it('case A01: returns the score of the alignment, 49.5, where needle 6.6 prints 48.5', () => {
    const [a, b] = ['a01_s1.fasta', 'a01_s2.fasta'].map((file) => readCase(file).split('\n')[1]!) as [string, string];
    const options: AlignOptions = {
      mode: 'global',
      gapOpen: 10,
      gapExtend: 0.5,
      matrix: substitution('AUTO', 'protein'),
    };
    const found = align(a, b, options);
    expect(found.score).toBe(49.5);
    expect(scoreOfRows(found.query, found.target, options)).toBe(49.5);
  });

  it.each(proteinMatrices)('%s is symmetric, and never counts ambiguity codes as known', (name) => {
    const { encode, known, scores, size } = substitution(name, 'protein');
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) expect(scores[i * size + j]).toBe(scores[j * size + i]);
    expect([...encode('XBZJ*')].map((code) => known[code])).toEqual([0, 0, 0, 0, 0]);
    expect([...encode('AUOW')].map((code) => known[code])).toEqual([1, 1, 1, 1]);
  });

  it('counts U and O as identical to themselves, but not X, B or Z', () => {
    const matrix = substitution('AUTO', 'protein');
    const identities = (row: string) =>
      measure({ score: 0, query: row, target: row, queryStart: 0, targetStart: 0 }, matrix);
    expect(identities('MUOXBZJ')).toMatchObject({ identity: 3, compared: 3, unknown: 4, gaps: 0 });
  });
});

describe('outputs', () => {
  it('ranks by score, writes a pair of rows for each, and names both inputs', async () => {
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
      'pairs.txt',
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

  it('lists a local alignment without a positive score, but writes no file for it', async () => {
    const done = await checkAndRun(tool, [input('query', '>q\nWWW'), input('targets', '>t\nPPP')], { mode: 'local' });
    expect(done.values<Item>('alignments')[0]).toMatchObject({ score: 0, length: 0, query_start: null });
    expect(done.files).toEqual([]);
  });

  it('warns of sequences with more than a tenth of ambiguity codes', async () => {
    const done = await checkAndRun(tool, [input('query', '>q\nMKXXVW'), input('targets', '>t\nMKVW')]);
    expect(done.values('warnings')).toEqual([
      {
        of: 'q',
        line: 1,
        warning: '2 of 6 residues are ambiguity codes, which are never identical to anything',
      },
    ]);
  });

  it('ranks the results so far when it is stopped', async () => {
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
    expect(done.values<Item>('alignments')[0]).toMatchObject({ score: 35, identity: 7, similarity: 7 });
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

  it('a pair that is too large, and too many cells in total', () => {
    const long = 'MKVWA'.repeat(2_000);
    expect(problemsOf({ text: `>q\n${long}` }, { text: `>t\n${long}` })[0]).toMatchObject({
      path: 'input.inputs[1].content',
      message: "line 1: record 't': 10000 × 10000 residues exceed the limit of 25000000 cells per pair",
    });
    const targets = `>t\n${long.slice(0, 2_000)}\n`.repeat(30);
    expect(problemsOf({ text: `>q\n${long}` }, { text: targets })[0]!.message).toMatch(/^all pairs together/);
  });

  it('kinds that do not match, and a matrix for the other kind', () => {
    const dna = { kind: 'dna', text: '>d\nACGT' };
    expect(problemsOf({}, dna)).toEqual([
      { path: 'input.inputs[1].kind', message: 'a dna target cannot be aligned with a protein query' },
    ]);
    expect(problemsOf(dna, dna, { matrix: 'BLOSUM62' })).toMatchObject([{ path: 'settings.matrix' }]);
    expect(problemsOf({}, {}, { matrix: 'EDNAFULL' })).toMatchObject([{ path: 'settings.matrix' }]);
    expect(problemsOf(dna, dna)).toEqual([]);
  });

  it('a gap that costs more to extend than to open', () => {
    expect(problemsOf({}, {}, { gap_open: 1, gap_extend: 2 })).toEqual([
      { path: 'settings.gap_extend', message: 'gap_extend costs 2, more than gap_open, which costs 1' },
    ]);
    const settings = { end_gap_penalty: true, end_gap_open: 0 };
    expect(problemsOf({}, {}, settings)).toMatchObject([{ path: 'settings.end_gap_extend' }]);
  });
});

describe('properties', () => {
  const sequence = fc.stringMatching(/^[ARNDCQEGHILKMFPSTWYV]{1,30}$/);
  const settings = fc.record<AlignOptions>({
    mode: fc.constantFrom('global', 'local'),
    gapOpen: fc.constantFrom(1, 10, 11.5),
    gapExtend: fc.constantFrom(0, 0.5, 1),
    endOpen: fc.constantFrom(0, 5, 10),
    endExtend: fc.constant(0),
    matrix: fc.constantFrom(...proteinMatrices).map((name) => substitution(name, 'protein')),
  });

  it('rows without gaps equal the inputs, and the score is the score of the rows', () => {
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

  it('no other alignment has a higher score', () => {
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

  it('a sequence is identical to itself', () => {
    fc.assert(
      fc.property(sequence, settings, (a, options) => {
        const { identity_pct, gaps } = measure(align(a, a, options), options.matrix);
        expect({ identity_pct, gaps }).toEqual({ identity_pct: 100, gaps: 0 });
      }),
    );
  });
});

/** Returns the score of two rows from their columns only, independently of the dynamic programming. */
function scoreOfRows(a: string, b: string, options: AlignOptions): number {
  const { mode, gapOpen, gapExtend, endOpen = 0, endExtend = 0, matrix } = options;
  const isGap = (row: string, i: number) => row[i] === '-';
  /** Returns whether the gap at a column reaches an end of its row. */
  const isAtEnd = (row: string, i: number) => /^-*$/.test(row.slice(0, i)) || /^-*$/.test(row.slice(i));
  let score = 0;
  for (let i = 0; i < a.length; i++) {
    const row = [a, b].find((one) => isGap(one, i));
    if (row === undefined) score += matrix.scores[matrix.encode(a[i]!)[0]! * matrix.size + matrix.encode(b[i]!)[0]!]!;
    else {
      const [open, extend] = mode === 'global' && isAtEnd(row, i) ? [endOpen, endExtend] : [gapOpen, gapExtend];
      score -= i > 0 && isGap(row, i - 1) ? extend : open;
    }
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
