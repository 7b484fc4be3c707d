import type { Entry } from './entry.ts';
import { findAtom, type Residue } from './structure.ts';
import { distance, pointOf } from './vectors.ts';

/** In ångström; a peptide bond has 1.33. */
const MAX_BOND = 1.8;

/** Maximum number of residues that are examined per box of 1.8 Å. Real molecules have fewer. */
const MAX_IN_BOX = 20;

/**
 * Moves amino acids written as HETATM between their neighbours, for files in which all HETATM lines follow the ATOM
 * lines. Such a residue has a peptide bond to an earlier residue of the same chain id.
 */
export function inPlace(entries: Entry[]): Entry[] {
  const isStray = (i: number) => isCandidate(entries[i]!.residue) && !isBond(entries[i - 1], entries[i]!);
  if (!entries.some((_, i) => isStray(i))) return entries;
  const bonded = bondsOf(entries);
  const placeOf = new Map(entries.map((entry, i) => [entry, i]));
  const order = entries.map((_, i) => i);
  for (let i = 0; i < entries.length; i++) {
    if (isStray(i)) {
      const isEarlier = (other: Entry | undefined) => other !== undefined && placeOf.get(other)! < i - 1;
      const [previous, next] = [bonded(entries[i]!, 'N', 'C'), bonded(entries[i]!, 'C', 'N')];
      if (isEarlier(previous)) order[i] = order[placeOf.get(previous!)!]! + STEP;
      else if (isEarlier(next)) order[i] = order[placeOf.get(next!)!]! - STEP;
    } else if (isCandidate(entries[i]!.residue) && order[i - 1] !== i - 1) {
      // Residues that follow each other stay together.
      order[i] = order[i - 1]! + STEP;
    }
  }
  return entries
    .map((entry, i) => ({
      entry: order[i] === i ? entry : { ...entry, part: partAt(entries, order[i]!) },
      at: order[i]!,
    }))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}

/** Small enough that many residues fit between two others. */
const STEP = 2 ** -20;

const partAt = (entries: Entry[], place: number): number => entries[Math.max(0, Math.round(place))]!.part;

const isCandidate = ({ isHet, atoms }: Residue): boolean =>
  isHet && ['N', 'CA', 'C'].every((wanted) => atoms.some((atom) => atom.name === wanted));

function isBond(first: Entry | undefined, second: Entry): boolean {
  const [c, n] = [first && findAtom(first.residue, 'C'), findAtom(second.residue, 'N')];
  return c !== undefined && n !== undefined && distance(pointOf(c), pointOf(n)) <= MAX_BOND;
}

/**
 * Returns a function that finds the residue of the same chain id whose C or N is bonded to an atom of the given
 * residue.
 */
function bondsOf(entries: Entry[]): (entry: Entry, own: 'N' | 'C', wanted: 'N' | 'C') => Entry | undefined {
  const boxes = new Map<string, Entry[]>();
  const at = (value: number) => Math.floor(value / MAX_BOND);
  const boxOf = (name: string, x: number, y: number, z: number) => `${name} ${x} ${y} ${z}`;
  for (const entry of entries)
    for (const name of ['N', 'C']) {
      const atom = findAtom(entry.residue, name);
      if (!atom) continue;
      const key = boxOf(name, at(atom.x), at(atom.y), at(atom.z));
      if (!boxes.has(key)) boxes.set(key, []);
      if (boxes.get(key)!.length < MAX_IN_BOX) boxes.get(key)!.push(entry);
    }
  const around = [-1, 0, 1];
  return (entry, own, wanted) => {
    const atom = findAtom(entry.residue, own)!;
    const near = around.flatMap((dx) =>
      around.flatMap((dy) =>
        around.flatMap((dz) => boxes.get(boxOf(wanted, at(atom.x) + dx, at(atom.y) + dy, at(atom.z) + dz)) ?? []),
      ),
    );
    return near.find(
      (other) =>
        other !== entry &&
        other.residue.chain === entry.residue.chain &&
        distance(pointOf(findAtom(other.residue, wanted)!), pointOf(atom)) <= MAX_BOND,
    );
  };
}
