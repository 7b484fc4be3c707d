import type { Residue } from '../shared/structure/structure.ts';
import type { Near } from './contacts.ts';
import type { StateOf } from './protons.ts';
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

/** Where the state says that the usual groups do not hold: atoms that have no hydrogen, or no free electrons. */
const withoutHydrogen: Record<string, string[]> = { HID: ['NE2'], HIE: ['ND1'] };
const withoutElectrons: Record<string, string[]> = { HID: ['ND1'], HIE: ['NE2'], HIP: ['ND1', 'NE2'] };
const alsoDonors: Record<string, string[]> = { ASH: ['OD1', 'OD2'], GLH: ['OE1', 'OE2'] };
/** States in which an acid or base has no charge. */
const neutral = ['HID', 'HIE', 'ASH', 'GLH', 'LYN'];

const includes = (list: Record<string, string[]>, state: string | undefined, atom: string) =>
  list[state ?? '']?.includes(atom) ?? false;

const gives = (residue: Residue, atom: string, state: string | undefined) =>
  (atom === 'N' && residue.parent !== 'PRO') ||
  includes(alsoDonors, state, atom) ||
  (has(donors, residue, atom) && !includes(withoutHydrogen, state, atom));
const takes = (residue: Residue, atom: string, state: string | undefined) =>
  atom === 'O' || atom === 'OXT' || (has(acceptors, residue, atom) && !includes(withoutElectrons, state, atom));

export interface Bond extends Near {
  kind: 'hbond' | 'salt_bridge';
}

/**
 * Returns hydrogen bonds, and one salt bridge per pair of residues, between amino acids. The atoms of a salt bridge are
 * not also counted as a hydrogen bond. Histidine counts as a base, and may give and take on both sides, unless its state is known.
 */
export function bondsOf(near: Near[], one: Side, other: Side, stateOf: StateOf): Bond[] {
  const bridges = new Map<string, Bond>();
  const hbonds: Bond[] = [];
  for (const pair of near) {
    const [a, b] = [one.residues[pair.a]!, other.residues[pair.b]!];
    if (a.class !== 'protein' || b.class !== 'protein') continue;
    const [nameA, nameB] = [pair.atomA.name, pair.atomB.name];
    const [stateA, stateB] = [stateOf(a), stateOf(b)];
    const areCharged = !neutral.includes(stateA ?? '') && !neutral.includes(stateB ?? '');
    const isBridge =
      areCharged && ((has(acids, a, nameA) && has(bases, b, nameB)) || (has(bases, a, nameA) && has(acids, b, nameB)));
    const isBond =
      (gives(a, nameA, stateA) && takes(b, nameB, stateB)) || (takes(a, nameA, stateA) && gives(b, nameB, stateB));
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
