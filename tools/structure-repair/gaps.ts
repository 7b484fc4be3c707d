import { aminoAcidParent, nucleotideLetter } from '../shared/structure/residues.ts';
import { findAtom, type Residue } from '../shared/structure/structure.ts';
import { distance, pointOf } from '../shared/structure/vectors.ts';

/**
 * Residues of the declared sequence without coordinates. They come before the residue at index `before` of the chain.
 */
export interface Gap {
  before: number;
  names: string[];
}

/** Longest bond, in Å. The bonds C–N and O3'–P are 1.3 to 1.6 Å long. */
const MAX_BOND = 2;

/**
 * Largest difference, in residues, between the length of a gap and the jump of the residue numbers. A larger difference
 * costs no more.
 */
const WINDOW = 20;
const OTHER_NAME = 50;
const BROKEN_BOND = 1_000;

/** Returns whether two residues of a chain are bonded, or undefined if an atom of the bond is missing. */
export function areBonded(one: Residue, next: Residue): boolean | undefined {
  const ends = one.class === 'nucleic' ? ["O3'", 'P'] : ['C', 'N'];
  const [from, to] = [findAtom(one, ends[0]!), findAtom(next, ends[1]!)];
  return from && to ? distance(pointOf(from), pointOf(to)) <= MAX_BOND : undefined;
}

/**
 * Aligns the residues of a chain with its declared sequence, in order. Gaps are placed only where no bond is. If
 * several lengths are possible, a gap gets the length that the residue numbers suggest.
 *
 * @returns The gaps, or undefined if more than a tenth of the residues have other names in the sequence.
 */
export function findGaps(residues: Residue[], declared: string[]): Gap[] | undefined {
  if (residues.length === 0 || residues.length > declared.length) return undefined;
  const columns = declared.length;
  const from = residues.map(() => new Int32Array(columns).fill(-1));
  let costs = Float64Array.from(declared, (name) => mismatch(residues[0]!, name));
  for (let i = 1; i < residues.length; i++) {
    const next = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
    const [bonded, jump] = [
      areBonded(residues[i - 1]!, residues[i]!),
      residues[i]!.number - residues[i - 1]!.number - 1,
    ];
    /** The cheapest place up to j − 1, with a gap of any length. */
    let best = -1;
    for (let j = i; j < columns; j++) {
      if (best === -1 || costs[j - 1]! < costs[best]!) best = j - 1;
      const options = [j - 1, best];
      if (!bonded) options.push(...near(jump, j));
      for (const k of options) {
        const length = j - 1 - k;
        const price = length > 0 && bonded ? BROKEN_BOND : bonded ? 0 : Math.min(WINDOW, Math.abs(length - jump));
        const cost = costs[k]! + price + mismatch(residues[i]!, declared[j]!);
        if (cost < next[j]!) [next[j], from[i]![j]] = [cost, k];
      }
    }
    costs = next;
  }
  return gapsOf(residues, declared, placesOf(costs, from));
}

/** Returns the places before `j` at which a gap is about as long as the numbers suggest. */
function near(jump: number, j: number): number[] {
  const first = Math.max(0, jump - WINDOW);
  const count = Math.min(jump + WINDOW, j - 1) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => j - 1 - first - i);
}

/**
 * Returns the cost of placing a residue at a name. Parents are compared, so a modified residue fits its standard one.
 */
function mismatch(residue: Residue, name: string): number {
  if (residue.name === name) return 0;
  return residue.parent !== null && residue.parent === parentOf(name, residue.class) ? 0 : OTHER_NAME;
}

/** Returns the standard residue of a name in a declared sequence. */
export const parentOf = (name: string, kind: Residue['class']): string | undefined =>
  kind === 'nucleic' ? nucleotideLetter(name, []) : aminoAcidParent(name, []);

function placesOf(costs: Float64Array, from: Int32Array[]): number[] {
  let at = costs.indexOf(costs.reduce((least, cost) => Math.min(least, cost)));
  const places = [at];
  for (let i = from.length - 1; i > 0; i--) {
    at = from[i]![at]!;
    places.unshift(at);
  }
  return places;
}

function gapsOf(residues: Residue[], declared: string[], places: number[]): Gap[] | undefined {
  const others = places.filter((place, i) => mismatch(residues[i]!, declared[place]!) > 0).length;
  if (others > residues.length / 10) return undefined;
  const ends = [...places, declared.length];
  return ends.flatMap((place, i) => {
    const names = declared.slice((places[i - 1] ?? -1) + 1, place);
    return names.length > 0 ? [{ before: i, names }] : [];
  });
}
