import { describe, expect, it } from 'vitest';
import { dockedLigand } from '../../testing/testLigands.ts';
import type { Vector } from '../structure/vectors.ts';
import { centroid } from '../structure/vectors.ts';
import { type HeavyGraph, heavyGraphOf } from './heavyGraph.ts';
import { symmetricRmsd } from './symmetricRmsd.ts';

const imatinib = heavyGraphOf(dockedLigand());
const moved = (graph: HeavyGraph, move: (point: Vector) => Vector) => ({ ...graph, points: graph.points.map(move) });

/** The same molecule with its atoms in another order. */
function reordered(graph: HeavyGraph, order: number[]): HeavyGraph {
  const pick = <T>(list: T[]) => order.map((i) => list[i]!);
  const neighbours = pick(graph.neighbours).map((others) => others.map((other) => order.indexOf(other)));
  return { elements: pick(graph.elements), points: pick(graph.points), neighbours, numbers: pick(graph.numbers) };
}

const ring = (elements: string[], extra: [number, number][] = []): HeavyGraph => {
  const bonds = [...elements.slice(0, 6).map((_, i): [number, number] => [i, (i + 1) % 6]), ...extra];
  const points = elements.map(
    (_, i): Vector => [
      Math.cos((i * Math.PI) / 3) * (i < 6 ? 1.4 : 2.8),
      Math.sin((i * Math.PI) / 3) * (i < 6 ? 1.4 : 2.8),
      0,
    ],
  );
  const neighbours = elements.map((_, i) => bonds.flatMap(([a, b]) => (a === i ? [b] : b === i ? [a] : [])));
  return { elements, points, neighbours, numbers: elements.map((_, i) => i + 1) };
};

describe('the RMSD of two poses', () => {
  it('of imatinib is what RDKit gives', () => {
    const [, y, z] = centroid(imatinib.points);
    // By CalcRMS of RDKit 2026.09.1. Without symmetry, atom by atom, it would be 12.770.
    const turned = moved(imatinib, (p) => [p[0], 2 * y - p[1], 2 * z - p[2]]);
    expect(symmetricRmsd(turned, imatinib)).toBeCloseTo(12.74421, 3);
    expect(symmetricRmsd(imatinib, turned)).toBeCloseTo(12.74421, 3);
    expect(
      symmetricRmsd(
        moved(imatinib, ([a, b, c]) => [a + 1, b + 2, c + 2]),
        imatinib,
      ),
    ).toBeCloseTo(3, 6);
  });

  it('does not depend on the order of atoms, or on how a symmetric ring is turned', () => {
    const backwards = [...imatinib.points.keys()].reverse();
    expect(symmetricRmsd(reordered(imatinib, backwards), imatinib)).toBeCloseTo(0, 9);
    const benzene = ring(Array(6).fill('C'));
    const sixth = moved(benzene, ([a, b, c]) => [a / 2 - b * Math.sqrt(0.75), a * Math.sqrt(0.75) + b / 2, c]);
    expect(symmetricRmsd(sixth, benzene)).toBeCloseTo(0, 6);
  });

  it('ends for molecules with a million symmetries', () => {
    // A chain of ten atoms, each with two more atoms.
    const chain = Array.from({ length: 10 }, (_, i) => i);
    const bonds = chain.flatMap((i): [number, number][] => [
      ...(i > 0 ? [[i - 1, i] as [number, number]] : []),
      ...[0, 1].map((k): [number, number] => [i, 10 + 2 * i + k]),
    ]);
    const elements = Array<string>(30).fill('C');
    const neighbours = elements.map((_, i) => bonds.flatMap(([a, b]) => (a === i ? [b] : b === i ? [a] : [])));
    const points = elements.map((_, i): Vector => [Math.sin(i * 7) * 5, Math.cos(i * 5) * 5, Math.sin(i * 3) * 5]);
    const graph = { elements, points, neighbours, numbers: elements.map((_, i) => i + 1) };
    const other = moved(graph, ([a, b, c]) => [b, c, a]);
    expect(symmetricRmsd(other, graph)).toBeGreaterThan(0);
    // A budget shared by several poses also ends the search for later poses.
    const budget = { steps: 100 };
    expect([symmetricRmsd(other, graph, budget), budget.steps, symmetricRmsd(other, graph, budget)]).toEqual([
      null,
      0,
      null,
    ]);
  });

  it.each<[string, HeavyGraph, HeavyGraph]>([
    ['other elements', ring(['C', 'C', 'C', 'C', 'C', 'C']), ring(['N', 'C', 'C', 'C', 'C', 'C'])],
    [
      'other places in a ring',
      ring(Array(8).fill('C'), [
        [0, 6],
        [1, 7],
      ]),
      ring(Array(8).fill('C'), [
        [0, 6],
        [2, 7],
      ]),
    ],
    ['fewer atoms', ring(Array(6).fill('C')), ring(Array(7).fill('C'), [[0, 6]])],
  ])('is null for molecules with %s', (_, a, b) => {
    expect(symmetricRmsd(a, b)).toBeNull();
  });
});
