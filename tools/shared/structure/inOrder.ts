import { looksPolymer } from './chains.ts';
import type { Entry } from './entry.ts';
import { isLinked } from './links.ts';

/** Fewer residues are a peptide whose order says little. */
const MIN_RESIDUES = 3;

/**
 * Sorts the residues of a chain by number where the file has them in another order, such as backwards or by the names of atoms. This is
 * so when more neighbours are bonded in the order of the numbers than in the order of the file. Insertion codes that count backwards
 * keep the order of the file, as their neighbours are bonded. Residues other than those of polymers stay in their places.
 */
export function inOrder(entries: Entry[]): { entries: Entry[]; warnings: string[] } {
  const ordered = [...entries];
  const sorted: string[] = [];
  const groups = Map.groupBy(
    entries.flatMap((entry, i) => (looksPolymer(entry.residue) ? [i] : [])),
    (i) => `${entries[i]!.residue.chain}\n${entries[i]!.segment}`,
  );
  for (const places of groups.values()) {
    const chain = places.map((i) => entries[i]!);
    if (chain.length < MIN_RESIDUES || isAscending(chain) || !hasOwnNumbers(chain)) continue;
    const byNumber = chain.toSorted(compare);
    if (bonds(byNumber) <= bonds(chain)) continue;
    for (const [n, place] of places.entries()) ordered[place] = { ...byNumber[n]!, part: entries[place]!.part };
    sorted.push(chain[0]!.residue.chain || chain[0]!.segment || 'without an id');
  }
  return { entries: ordered, warnings: sorted.length > 0 ? [`${SORTED}: chain ${sorted.join(', ')}`] : [] };
}

const SORTED = 'residues are not in the order of the chain in this file; they are sorted by number';

const compare = ({ residue: a }: Entry, { residue: b }: Entry): number =>
  a.number - b.number || (a.insertion < b.insertion ? -1 : Number(a.insertion > b.insertion));

const isAscending = (chain: Entry[]): boolean =>
  chain.every((entry, i) => i === 0 || compare(chain[i - 1]!, entry) <= 0);

/** Whether no two residues share a number. If some do, the file may have several chains under one id. */
function hasOwnNumbers(chain: Entry[]): boolean {
  const numbers = new Set(chain.map(({ residue }) => `${residue.number}${residue.insertion}`));
  return numbers.size === chain.length;
}

const bonds = (chain: Entry[]): number =>
  chain.filter((entry, i) => i > 0 && isLinked(chain[i - 1]!.residue, entry.residue)).length;
