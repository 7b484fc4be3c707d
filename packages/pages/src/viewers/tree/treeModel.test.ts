import { describe, expect, it } from 'vitest';
import { inClade, layOut, leavesOf, nameOf, readTree, reroot, supportOf, type Tree, treeOf } from './treeModel.ts';

const labels = (tree: Tree, nodes: number[]) => nodes.map((node) => tree.nodes[node]!.label);
const named = (tree: Tree, label: string) => tree.nodes.findIndex((node) => node.label === label);

/** Rooted at the middle of the branch to d, which is the longest. */
const tree = readTree('((a:1,b:1)90:1,c:2,d:9);');

describe('a tree', () => {
  it('is rooted at its midpoint, with distances and numbers of leaves', () => {
    expect([tree.leaves[0], tree.end[0], tree.depth[named(tree, 'd')], tree.depth[named(tree, 'a')]]).toEqual([
      4, 5.5, 5.5, 5.5,
    ]);
    const clade = tree.nodes[named(tree, 'a')]!.parent;
    expect([supportOf(tree, clade), nameOf(tree, clade)]).toEqual(['90', '2 leaves: a, …']);
  });

  it('keeps all leaves and the length of all branches when the root moves', () => {
    const total = ({ nodes }: Tree) => nodes.reduce((sum, { length }) => sum + length, 0);
    for (const name of ['a', 'b', 'c', 'd']) {
      const moved = reroot(tree, named(tree, name));
      expect(labels(moved, leavesOf(moved, 0)).sort()).toEqual(['a', 'b', 'c', 'd']);
      expect(total(moved)).toBeCloseTo(total(tree));
      expect(moved.nodes[named(moved, name)]!.parent).toBe(0);
    }
  });

  it('draws large or small clades first, and collapsed ones as one row', () => {
    const rows = (order: 'large clades first' | 'small clades first', collapsed: number[] = []) => {
      const { rows: shown } = layOut(tree, new Set(collapsed), order);
      return shown.map((node) => nameOf(tree, node));
    };
    expect(rows('large clades first')).toEqual(['a', 'b', 'c', 'd']);
    expect(rows('small clades first')).toEqual(['d', 'c', 'a', 'b']);
    const clade = tree.nodes[named(tree, 'a')]!.parent;
    expect(rows('large clades first', [clade])).toEqual(['2 leaves: a, …', 'c', 'd']);
  });

  it('places inner nodes between their first and last child', () => {
    const { y } = layOut(tree, new Set(), 'large clades first');
    expect(y.get(tree.nodes[named(tree, 'a')]!.parent)).toBe(0.5);
  });

  it('may be as deep as it has leaves', () => {
    const deep = treeOf([...Array(20_000)].map((_, i) => ({ parent: i - 1, label: `n${i}`, length: 1 })));
    expect([leavesOf(deep, 0), layOut(deep, new Set(), 'as written').rows]).toEqual([[19_999], [19_999]]);
  });

  it('knows the nodes of a clade', () => {
    const clade = tree.nodes[named(tree, 'a')]!.parent;
    const inside = inClade(tree, clade);
    const found = [...tree.nodes.keys()].filter((node) => inside[node]);
    expect(labels(tree, found).sort()).toEqual(['90', 'a', 'b']);
    expect(inClade(tree, 0)).not.toContain(false);
  });

  it('is refused when the text has no branches, or too many to draw', () => {
    expect(() => readTree('nothing')).toThrow('no branches');
    expect(() => readTree(`(${'a:1,'.repeat(60_000)}b:1);`)).toThrow('more than 50000 nodes');
  });
});
