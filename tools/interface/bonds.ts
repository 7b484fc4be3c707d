import type { Residue } from '../shared/structure/structure.ts';
import type { Near } from './contacts.ts';
import type { Side } from './sides.ts';

/**
 * Minimum and maximum distance between donor and acceptor in Å: Baker and Hubbard, Prog. Biophys. Mol. Biol. 44 (1984)
 * 97-179.
 */
const HBOND = [2.4, 3.5] as const;
/**
 * Maximum distance between an oxygen of a carboxylate and a nitrogen of a base in Å: Barlow and Thornton, J. Mol. Biol.
 * 168 (1983) 867-885.
 */
export const SALT_BRIDGE = 4;

const donors: Record<string, string[]> = {
  ...{ ARG: ['NE', 'NH1', 'NH2'], LYS: ['NZ'], ASN: ['ND2'], GLN: ['NE2'], HIS: ['ND1', 'NE2'], TRP: ['NE1'] },
  ...{ SER: ['OG'], THR: ['OG1'], TYR: ['OH'] },
};
const acceptors: Record<string, string[]> = {
  ...{ ASP: ['OD1', 'OD2'], GLU: ['OE1', 'OE2'], ASN: ['OD1'], GLN: ['OE1'], HIS: ['ND1', 'NE2'] },
  ...{ SER: ['OG'], THR: ['OG1'], TYR: ['OH'] },
};
const acids: Record<string, string[]> = { ASP: ['OD1', 'OD2'], GLU: ['OE1', 'OE2'] };
const bases: Record<string, string[]> = { ARG: ['NE', 'NH1', 'NH2'], LYS: ['NZ'], HIS: ['ND1', 'NE2'] };

const has = (list: Record<string, string[]>, { parent }: Residue, atom: string) =>
  list[parent ?? '']?.includes(atom) ?? false;

const gives = (residue: Residue, atom: string) =>
  (atom === 'N' && residue.parent !== 'PRO') || has(donors, residue, atom);
const takes = (residue: Residue, atom: string) => atom === 'O' || atom === 'OXT' || has(acceptors, residue, atom);

export interface Bond extends Near {
  kind: 'hbond' | 'salt_bridge';
}

/**
 * Returns hydrogen bonds, and one salt bridge per pair of residues, between amino acids. The atoms of a salt bridge are
 * not also counted as a hydrogen bond.
 */
export function bondsOf(near: Near[], one: Side, other: Side): Bond[] {
  const bridges = new Map<string, Bond>();
  const hbonds: Bond[] = [];
  for (const pair of near) {
    const [a, b] = [one.residues[pair.a]!, other.residues[pair.b]!];
    if (a.class !== 'protein' || b.class !== 'protein') continue;
    const [nameA, nameB] = [pair.atomA.name, pair.atomB.name];
    const isBridge = (has(acids, a, nameA) && has(bases, b, nameB)) || (has(bases, a, nameA) && has(acids, b, nameB));
    const isBond = (gives(a, nameA) && takes(b, nameB)) || (takes(a, nameA) && gives(b, nameB));
    if (isBridge && pair.distance <= SALT_BRIDGE) {
      const key = `${pair.a} ${pair.b}`;
      const known = bridges.get(key);
      if (!known || pair.distance < known.distance) bridges.set(key, { ...pair, kind: 'salt_bridge' });
    } else if (isBond && pair.distance >= HBOND[0] && pair.distance <= HBOND[1])
      hbonds.push({ ...pair, kind: 'hbond' });
  }
  const order = (x: Bond, y: Bond) => x.a - y.a || x.b - y.b || x.distance - y.distance;
  return [...[...bridges.values()].sort(order), ...hbonds.sort(order)];
}
