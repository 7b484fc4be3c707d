import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { neighbourJoining, type TreeNode } from './neighbourJoining.ts';
import { writeNewick } from './newick.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const msa = (text: string) => ({ id: 'in1', slotId: 'alignment', kind: 'msa', format: 'AFA', text });
const caseText = (file: string) => readTestData(`cases/sequence/${file}`);
const globins = msa(readTestData('globins45.mafft.afa'));

/** Returns the path lengths between all leaves. */
function leafDistances(root: TreeNode, leaves: number): number[][] {
  const matrix = Array.from({ length: leaves }, () => Array.from({ length: leaves }, () => 0));
  const depths = (node: TreeNode): Map<number, number> => {
    if (node.leaf !== undefined) return new Map([[node.leaf, 0]]);
    const parts = node.children.map(
      ({ node, length }) => new Map([...depths(node)].map(([leaf, d]) => [leaf, d + length])),
    );
    for (const [x, part] of parts.entries())
      for (const other of parts.slice(x + 1))
        for (const [i, a] of part) for (const [j, b] of other) matrix[i]![j] = matrix[j]![i] = a + b;
    return new Map(parts.flatMap((part) => [...part]));
  };
  depths(root);
  return matrix;
}

const typed = (rows: number[][]) => rows.map((row) => Float64Array.from(row));

describe('known answers', () => {
  it('the branches of five taxa', () => {
    const rows = [
      [0, 5, 9, 9, 8],
      [5, 0, 10, 10, 9],
      [9, 10, 0, 8, 7],
      [9, 10, 8, 0, 3],
      [8, 9, 7, 3, 0],
    ];
    const newick = writeNewick(neighbourJoining(typed(rows)), ['a', 'b', 'c', 'd', 'e']);
    for (const branch of ['a:2', 'b:3', 'c:4', 'd:2', 'e:1']) expect(newick).toMatch(new RegExp(`${branch}[,)]`));
    expect(leafDistances(neighbourJoining(typed(rows)), 5)).toEqual(rows);
  });

  it('the tree of 45 globins has each of them once, and the myoglobins together', async () => {
    const done = await checkAndRun(tool, [globins]);
    const newick = done.files[1]!.text;
    const names = globins.text.match(/(?<=^>)\S+/gm)!;
    const leaves = newick.match(/[^(),:;\s]+(?=:)/g)!.filter((label) => !/^[\d.]+$/.test(label));
    expect(leaves.sort()).toEqual([...names].sort());
    expect(newick).not.toMatch(/:-|NaN|Infinity/);
    const parts = newick.split(/(?=MYG_)/);
    expect(parts).toHaveLength(1 + names.filter((name) => name.startsWith('MYG_')).length);
    for (const part of parts.slice(1, -1)) expect(part).not.toMatch(/HB/);
    expect((await checkAndRun(tool, [globins])).files).toEqual(done.files);
  });

  it.each([
    ['p', /^\(a:0\.25,b:0,c:0\.25\);\n$/],
    ['poisson', /^\(a:0\.34\d+,b:0,c:0\.34\d+\);\n$/],
  ])('three rows by hand, %s', async (distance, expected) => {
    const text = '>a\nMKVW\n>b\nMKVA\n>c\nMKCA\n';
    const done = await checkAndRun(tool, [msa(text)], { distance });
    expect(done.files[1]!.text).toMatch(expected);
  });

  it('case G12d: keeps rows apart whose names share the first word', async () => {
    const { files } = await checkAndRun(tool, [msa(caseText('g12_same_first_word.afa'))]);
    const names = ['Homo sapiens isolate 1', 'Homo sapiens isolate 2', 'Pan troglodytes', 'Pan paniscus'];
    expect(files.find(({ port }) => port === 'tree')!.text.match(/(?<=')[^',():]+(?=':)/g)).toEqual(names);
  });

  it('quotes names that Newick would misread', () => {
    const tree = neighbourJoining(
      typed([
        [0, 2, 2],
        [2, 0, 2],
        [2, 2, 0],
      ]),
    );
    expect(writeNewick(tree, ['sp|P1|A_B', "it's", 'a:b(c)'])).toBe("(sp|P1|A_B:1,'it''s':1,'a:b(c)':1);\n");
  });
});

describe('refusals', () => {
  it.each([
    ['empty', '', 'the content is empty'],
    ['junk', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
    ['two rows', '>a\nMK\n>b\nMK', "slot 'alignment' needs at least 3 records"],
  ])('%s', (_, text, message) => {
    expect(checkRequest(contract, check, [msa(text)], {}).verdict.problems).toMatchObject([{ message }]);
  });

  const problemsOf = (text: string, settings = {}) =>
    checkRequest(contract, check, [msa(text)], settings).verdict.problems.map(({ message }) => message);

  it('case G02: rows without a common column, before the charge', () => {
    expect(problemsOf(caseText('g02_no_overlap.afa'))).toEqual([
      "rows 'a' (line 1) and 'b' (line 3) have no column where both have a known residue, so they have no distance",
    ]);
  });

  it('case G03: rows without a common residue, unless the distance is p', async () => {
    const text = caseText('g03_saturated.afa');
    expect(problemsOf(text)[0]).toBe(
      "rows 'a' (line 1) and 'b' (line 3) have no residue in common, so their poisson distance is infinite; " +
        "set distance to 'p' or remove one",
    );
    expect(problemsOf(text).length).toBeLessThanOrEqual(5);
    const done = await checkAndRun(tool, [msa(text)], { distance: 'p' });
    expect(done.files[0]!.text).toContain('a\t0\t1\t1\t1');
  });

  it.each([
    ['jc69', 'ACGTACGTACGTACGTACGTACGT', 'CGTACGTACGTACGTACGTACGTT', 'differ in 96 % of their columns'],
    ['k80', 'AAAAAAAAAAAAAAAAAAAAAAAC', 'GGGGGGGGGGGGAAAAAAAAAAAC', 'differ in 50 % of their columns'],
    ['kimura', 'MKVWLPEDRS', 'MWKLVESPDR', 'differ in 90 % of their columns'],
  ])('%s of rows that are too different', (distance, a, b, expected) => {
    expect(problemsOf(`>a\n${a}\n>b\n${b}\n>c\n${a}\n`, { distance })[0]).toContain(expected);
  });

  it('a model for the other kind of residues', () => {
    expect(problemsOf('>a\nMKVW\n>b\nMKVA\n>c\nMKCA\n', { distance: 'jc69' })).toEqual([
      'jc69 is not for proteins, which these rows are; use poisson, kimura or p, or set alphabet to dna if they are not',
    ]);
    expect(problemsOf('>a\nACGT\n>b\nACGA\n>c\nACGC\n', { distance: 'kimura' })).toHaveLength(1);
  });

  it('complete deletion that leaves no column, and too many replicates', () => {
    expect(problemsOf('>a\nM-V\n>b\n-KV\n>c\nMK-\n', { gaps: 'complete' })).toEqual([
      "no column has a known residue in all rows; set gaps to 'pairwise' or remove rows",
    ]);
    const many = Array.from({ length: 300 }, (_, i) => `>${i}\n${'M'.repeat(2000)}\n`).join('');
    expect(problemsOf(many, { bootstrap: 1000 })).toEqual(['300 rows of 2000 columns can have at most 170 replicates']);
  });
});

describe('unknown residues', () => {
  const cells = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t').slice(1).map(Number));
  const matrixOf = async (text: string, settings: object) =>
    cells((await checkAndRun(tool, [msa(text)], { ...settings })).files[0]!.text);

  // FastTree 2.1 and IQ-TREE 2 also give A and B the distance 0. EMBOSS distmat counts Y and X as differences.
  it.each([
    ['case G01', 'g01_ambig_nj.afa'],
    ['case G01b', 'g01b_X_nj.afa'],
  ])('%s: ambiguity codes are not counted as differences', async (_, file) => {
    const done = await checkAndRun(tool, [msa(caseText(file))], { distance: 'p' });
    expect(cells(done.files[0]!.text)[0]![1]).toBe(0);
    expect(done.files[1]!.text).toMatch(/A:0[,)]/);
    expect(done.files[1]!.text).toMatch(/B:0[,)]/);
    expect(done.values('left_out')).toHaveLength(1);
  });

  it.each([...'RYSWKMBDHVN-'])('%s between nucleotides is left out', async (code) => {
    const matrix = await matrixOf(`>a\nACGTACG${code}\n>b\nACGTACGT\n>c\nACGAACGT\n`, {
      distance: 'p',
      alphabet: 'dna',
    });
    expect(matrix[0]).toEqual([0, 0, 0.142857]);
  });

  it.each([...'XBZJ-'])('%s between proteins is left out', async (code) => {
    const matrix = await matrixOf(`>a\nMKVWLPE${code}\n>b\nMKVWLPED\n>c\nMKVFLPED\n`, { distance: 'p' });
    expect(matrix[0]).toEqual([0, 0, 0.142857]);
  });

  it('U is T', async () => {
    expect((await matrixOf('>a\nACGU\n>b\nACGT\n>c\nACGA\n', { distance: 'p' }))[0]).toEqual([0, 0, 0.25]);
  });

  it('complete deletion leaves a column out for all', async () => {
    const text = '>a\nMKVW-\n>b\nMKVWA\n>c\nMKVFC\n';
    expect((await matrixOf(text, { distance: 'p' }))[1]).toEqual([0, 0, 0.4]);
    expect((await matrixOf(text, { distance: 'p', gaps: 'complete' }))[1]).toEqual([0, 0, 0.25]);
  });

  // Expected values from EMBOSS distmat 6.6, substitutions per 100: rows A, C and D have no ambiguity code.
  it.each([
    ['p', 'g01_ambig_nj.afa', [6.67, 8.33, 1.67]],
    ['jc69', 'g01_ambig_nj.afa', [6.98, 8.83, 1.69]],
    ['k80', 'g01_ambig_nj.afa', [6.99, 8.88, 1.7]],
    ['kimura', 'g01b_X_nj.afa', [3.41, 3.41, 3.41]],
  ])('%s distances as EMBOSS distmat has them', async (distance, file, expected) => {
    const [a, , c] = await matrixOf(caseText(file), { distance });
    expect([a![2], a![3], c![3]].map((value) => Number((100 * value!).toFixed(2)))).toEqual(expected);
  });
});

describe('bootstrap', () => {
  const text = '>a\nMKVWLPEDRS\n>b\nMKVWLPEDRT\n>c\nAKCWLGEDHS\n>d\nAKCWLGEDHT\n>e\nAKCYLGEDHT\n';

  it('gives each inner branch its share of replicates, the same for the same seed', async () => {
    const done = await checkAndRun(tool, [msa(text)], { bootstrap: 100 });
    const newick = done.files[1]!.text;
    const [support] = /\(a:[\d.]+,b:[\d.]+\)(\d+)/.exec(newick)!.slice(1).map(Number);
    expect(support).toBeGreaterThan(90);
    expect((await checkAndRun(tool, [msa(text)], { bootstrap: 100 })).files).toEqual(done.files);
    expect(done.reports.at(-1)).toEqual({ done: 101, total: 101 });
  });

  it('leaves the tree as it is without replicates', async () => {
    const [plain, supported] = await Promise.all(
      [0, 20].map(
        async (replicates) => (await checkAndRun(tool, [msa(text)], { bootstrap: replicates })).files[1]!.text,
      ),
    );
    expect(supported!.replaceAll(/\)\d+/g, ')')).toBe(plain);
  });

  it('finds the splits of more leaves than the bits of a word', async () => {
    const row = (i: number) =>
      Array.from({ length: 40 }, (_, k) => (i % 20 === k % 20 ? 'WY'[Math.floor(i / 20)] : 'A')).join('');
    const rows = Array.from({ length: 34 }, (_, i) => `>r${i}\n${row(i)}\n`).join('');
    const newick = (await checkAndRun(tool, [msa(rows)], { bootstrap: 10 })).files[1]!.text;
    expect([...newick.matchAll(/\)(\d+)/g)].length).toBe(31);
  });
});

describe('properties', () => {
  /** A random tree of n leaves in which each new leaf splits a branch. Lengths are whole numbers of at least 1. */
  const additive = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 3,
    maxLength: 12,
  });

  it('recovers every tree from its path lengths', () => {
    fc.assert(
      fc.property(additive, (steps) => {
        const root = grow(steps);
        const rows = leafDistances(root, steps.length);
        const found = leafDistances(neighbourJoining(typed(rows)), steps.length);
        for (const [i, row] of found.entries())
          for (const [j, d] of row.entries()) expect(d).toBeCloseTo(rows[i]![j]!, 9);
      }),
    );
  });

  it('has no negative branch for any distances', () => {
    const distances = fc
      .integer({ min: 3, max: 8 })
      .chain((n) => fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: n * n, maxLength: n * n }));
    fc.assert(
      fc.property(distances, (values) => {
        const n = Math.sqrt(values.length);
        const rows = Array.from({ length: n }, (_, i) =>
          Array.from({ length: n }, (_, j) => (i === j ? 0 : values[Math.min(i, j) * n + Math.max(i, j)]!)),
        );
        expect(writeNewick(neighbourJoining(typed(rows)), [...'abcdefgh'])).not.toMatch(/:-|NaN/);
      }),
    );
  });

  function grow(steps: [where: number, split: number, length: number][]): TreeNode {
    const root: TreeNode = { children: [] };
    for (const [leaf, [where, split, length]] of steps.entries()) {
      const branches: { node: TreeNode; length: number }[] = [];
      const collect = (node: TreeNode): void => {
        for (const child of node.children) {
          branches.push(child);
          collect(child.node);
        }
      };
      collect(root);
      const branch = leaf < 3 ? undefined : branches[where % branches.length]!;
      const added = { node: { leaf, children: [] }, length };
      if (!branch) root.children.push(added);
      else {
        const below = { node: branch.node, length: split };
        branch.node = { children: [below, added] };
      }
    }
    return root;
  }
});
