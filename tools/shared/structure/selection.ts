import type { Settings } from '../../contract.ts';
import { quoted } from '../problems.ts';
import type { Chain, Residue, Structure } from './structure.ts';

/** Maximum ranges in a residue selection; people write fewer. */
const MAX_PARTS = 500;

/** A selected part of a structure. */
export interface Selection {
  /** Counted from 1. */
  model: number;
  /** Empty: all chains. */
  chains: string[];
  /** The text of the setting; empty: all residues. */
  residues: string;
}

export const wholeFirstModel: Selection = { model: 1, chains: [], residues: '' };

/** Returns the selection in settings that have some of `selectionSettings`. */
export const selectionOf = ({ model, chains, residues }: Settings): Selection => ({
  model: (model as number | undefined) ?? 1,
  chains: (chains as string[] | undefined) ?? [],
  residues: (residues as string | undefined) ?? '',
});

interface Range {
  /** Undefined: any chain. */
  chain: string | undefined;
  /** Undefined: the whole chain. */
  from?: Place;
  to?: Place;
}

type Place = Pick<Residue, 'number' | 'insertion'>;

export interface Selected {
  structure: Structure;
  /** Ids of chains that were not selected. */
  otherChains: string[];
  /** Residues of selected chains that were not selected. */
  otherResidues: string[];
}

/** Returns the selected chains and residues of a model, or a text that says why there are none. */
export function select(structure: Structure, { chains, residues }: Selection): Selected | string {
  const known = structure.chains.map(({ id }) => quoted(id)).join(', ');
  const isChosen = ({ id }: Chain) => chains.length === 0 || chains.includes(id);
  const chosen = structure.chains.filter(isChosen);
  if (chosen.length === 0) return `none of settings.chains is a chain of this structure; its chains are ${known}`;
  const ranges = readRanges(residues);
  if (typeof ranges === 'string') return ranges;
  const missing = ranges.find(({ chain }) => chain !== undefined && !structure.chains.some(({ id }) => id === chain));
  if (missing) return `settings.residues: there is no chain ${quoted(missing.chain!)}; the chains are ${known}`;
  const otherResidues: string[] = [];
  const parts = chosen.flatMap((chain): Chain[] => {
    if (ranges.length === 0) return [chain];
    const kept = chain.residues.filter((residue) => ranges.some((range) => isIn(residue, chain.id, range)));
    const chosenOnes = new Set(kept);
    if (kept.length > 0 && kept.length < chain.residues.length)
      for (const residue of chain.residues)
        if (!chosenOnes.has(residue))
          otherResidues.push(`${chain.id}:${residue.name}${residue.number}${residue.insertion}`);
    return kept.length > 0 ? [{ ...chain, residues: kept }] : [];
  });
  if (parts.length === 0)
    return `settings.residues: no residue of this structure is in ${quoted(residues)}; its chains are ${known}`;
  const ids = new Set(parts.map(({ id }) => id));
  const otherChains = structure.chains.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  return { structure: { ...structure, chains: parts }, otherChains, otherResidues };
}

/** Returns the ranges of the setting, or a text about its fault. */
function readRanges(text: string): Range[] | string {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > MAX_PARTS) return `settings.residues: ${parts.length} ranges, the limit is ${MAX_PARTS}`;
  const ranges: Range[] = [];
  for (const part of parts) {
    const range = readRange(part);
    if (!range)
      return `settings.residues: ${quoted(part)} is neither a chain (\`B\`), a residue (\`A:33B\`) nor a range (\`A:10-90\`)`;
    ranges.push(range);
  }
  return ranges;
}

function readRange(part: string): Range | undefined {
  const colon = part.lastIndexOf(':');
  const [chain, rest] = colon === -1 ? [undefined, part] : [part.slice(0, colon).trim(), part.slice(colon + 1).trim()];
  if (colon !== -1 && rest === '') return { chain };
  const found = /^(-?\d{1,9})([A-Za-z]?)(?:\s*-\s*(-?\d{1,9})([A-Za-z]?))?$/.exec(rest);
  if (!found) return colon === -1 && !/[\s:]/.test(part) ? { chain: part } : undefined;
  const from = { number: Number(found[1]), insertion: found[2]! };
  if (found[3] === undefined) return { chain, from, to: from };
  return { chain, from, to: { number: Number(found[3]), insertion: found[4]! } };
}

function isIn(residue: Residue, id: string, { chain, from, to }: Range): boolean {
  if (chain !== undefined && chain !== id) return false;
  return from === undefined || (compare(residue, from) >= 0 && compare(residue, to!) <= 0);
}

/** Orders by number, then by insertion code; no code comes before A. */
function compare(a: Place, b: Place): number {
  if (a.number !== b.number) return a.number - b.number;
  return a.insertion === b.insertion ? 0 : a.insertion < b.insertion ? -1 : 1;
}
