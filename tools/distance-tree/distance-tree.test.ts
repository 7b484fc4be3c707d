import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { checkAndRun } from '../shared/testRun.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { neighbourJoining, type TreeNode } from './neighbourJoining.ts';
import { writeNewick } from './newick.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const msa = (text: string) => ({ id: 'in1', slotId: 'alignment', kind: 'msa', format: 'AFA', text });
const globins = msa(readTestData('globins45.mafft.afa'));

/** Path lengths between all leaves. */
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
    const newick = done.files[0]!.text;
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
    expect(done.files[0]!.text).toMatch(expected);
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

  it.each([
    [
      'no column in common',
      '>a\nM--\n>b\n-K-\n>c\n--V\n',
      /^rows 'a' \(line 1\) and 'b' \(line 3\) have no column where both/,
    ],
    [
      'no residue in common',
      '>a\nMMM\n>b\nKKK\n>c\nMKV\n',
      /have no residue in common, so their Poisson distance is infinite/,
    ],
  ])('%s fails the run', async (_, text, message) => {
    const failure = checkAndRun(tool, [msa(text)]);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toBeInstanceOf(ToolError);
  });
});

describe('properties', () => {
  /** A random tree of n leaves: each new leaf splits a branch. Lengths are whole numbers of at least 1. */
  const additive = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 3,
    maxLength: 12,
  });

  it('finds every tree again from its path lengths', () => {
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

  it('no branch is negative, whatever the distances', () => {
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
