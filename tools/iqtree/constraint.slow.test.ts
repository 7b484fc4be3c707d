// @module-tag native

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { programs } from '../shared/native/programs.ts';
import { runPython } from '../shared/native/runPython.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';
import { parseNewick } from '../shared/newick.ts';
import { describeWithPrograms } from '../testing/testNative.ts';
import { readConstraint } from './constraint.ts';

const describe = await describeWithPrograms({ requires: [programs.python] });

/** Each name as a label of a tree. */
const labels: Record<string, string> = {
  a: 'a',
  'b.1': 'b.1',
  'sp|P1|X': 'sp|P1|X',
  'two words': "'two words'",
  "it's": "'it''s'",
  '(odd)': "'(odd)'",
  'c[1]': "'c[1]'",
  'd;e': "'d;e'",
  f_g: 'f_g',
  ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`n${i}`, `n${i}`])),
};
const names = Object.keys(labels);

/** What programs write at a node, after its label. */
const lengths = ['', ':0.1', ':1e-05', ':0', ' : 2', ':0.1[&rate=0.5]', ':-0.01'];
const supports = ['', '0.95', '100', '100/0.9', "'90'"];
const gaps = ['', ' ', '\n', '\t'];

type Tree = string | Tree[];
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 2 }, fc.constant('leaf'), fc.array(tie('tree'), { minLength: 2, maxLength: 4 })),
}));

const texts = fc
  .record({
    shape: fc.array(tree, { minLength: 2, maxLength: 4 }),
    order: fc.shuffledSubarray(names, { minLength: names.length }),
    style: fc.infiniteStream(fc.nat(1_000)),
    before: fc.constantFrom('', '[&R] ', '[a comment]\n', '  '),
    damage: fc.constantFrom('none', 'none', 'none', 'drop', 'double', 'sign'),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    sign: fc.constantFrom(..."(),:;[]' x"),
  })
  .map(({ shape, order, style, before, damage, at, sign }) => {
    const picks = style[Symbol.iterator]();
    const one = (choices: string[]) => choices[picks.next().value! % choices.length]!;
    let leaves = 0;
    const write = (node: Tree): string =>
      typeof node === 'string'
        ? `${labels[order[leaves++ % order.length]!]}${one(lengths)}`
        : `(${node.map(write).join(`,${one(gaps)}`)})${one(supports)}${one(lengths)}`;
    const text = `${before}${write(shape)};`;
    const place = Math.floor(at * text.length);
    if (damage === 'none') return text;
    const put = { drop: '', double: text[place]!.repeat(2), sign: `${sign}${text[place]}` }[damage]!;
    return `${text.slice(0, place)}${put}${text.slice(place + 1)}`;
  });

/** The leaves of each clade, sorted; undefined if the reader refuses the tree. */
function clades(text: string): string[] | undefined {
  const read = readConstraint(text, names);
  if ('problem' in read) return undefined;
  const nodes = parseNewick(read.tree);
  const below = nodes.map((): string[] => []);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { parent, label } = nodes[i]!;
    if (below[i]!.length === 0) below[i]!.push(names[indexOfSafeId(label)!]!);
    below[parent]?.push(...below[i]!);
  }
  return below.map((leaves) => leaves.toSorted().join(' & ')).toSorted();
}

describe('a constraint has the clades that Biopython reads, or is refused', () => {
  it('with lengths, supports, comments and quoted names, whole and damaged', async () => {
    const given = fc.sample(texts, { seed: 38, numRuns: long ? 5_000 : 600 });
    const cwd = mkdtempSync(join(tmpdir(), 'rotamer-newick-'));
    try {
      const script = join(import.meta.dirname, '../testing/biopythonReader.py');
      const request = { texts: given.map((text) => ['newick', text]) };
      const theirs = await runPython<(string[][] | null)[]>({
        script,
        request,
        cwd,
        signal: new AbortController().signal,
      });
      let both = 0;
      for (const [i, text] of given.entries()) {
        const [ours, other] = [clades(text), theirs![i]];
        if (!ours || !other) continue;
        both++;
        expect(ours, text).toEqual(other.map((leaves) => leaves.toSorted().join(' & ')).toSorted());
      }
      expect(both).toBeGreaterThan(given.length / 5);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
