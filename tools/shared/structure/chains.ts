import type { Entry } from './entry.ts';
import { isLinked } from './links.ts';
import { aminoAcidParent, isWater, nucleotideLetter } from './residues.ts';
import { findAtom, type Residue } from './structure.ts';

export interface ReadChain {
  id: string;
  source: string;
  origin: string | null;
  entries: Entry[];
}

/** Ids for chains without an id, and for files whose chain ids must have one letter. */
export const CHAIN_IDS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];

interface Part {
  source: string;
  segment: string;
  /** What separates this part from the previous part with its id; empty for the first part. */
  reason: '' | 'segment' | 'TER' | 'numbers';
  entries: Entry[];
  /** Numbers of its polymer residues, and the last of these residues. */
  numbers: Set<string>;
  last: Entry | undefined;
}

/**
 * Splits a model into chains by chain ids. Without ids, it uses segment ids, TER lines and numbers that start again.
 * The same id stands for several chains when residue numbers repeat, or when segments differ and no bond joins them.
 */
export function splitChains(entries: Entry[]): { chains: ReadChain[]; warnings: string[] } {
  const parts: Part[] = [];
  /** The last chain of each id, and of each of its segments. */
  const latest = new Map<string, Part>();
  for (const entry of entries) {
    const { chain } = entry.residue;
    // Without an id, the segment takes its place.
    const source = chain === '' ? `\n${entry.segment}` : chain;
    const isPolymer = looksPolymer(entry.residue);
    const ofSegment = `${source}\n${entry.segment}`;
    let part = (isPolymer ? undefined : latest.get(ofSegment)) ?? latest.get(source);
    const reason = !part ? '' : isPolymer ? borderOf(part, entry) : undefined;
    if (reason !== undefined) {
      part = { source: chain, segment: entry.segment, reason, entries: [], numbers: new Set(), last: undefined };
      parts.push(part);
      latest.set(source, part);
    }
    part!.entries.push(entry);
    if (isPolymer) latest.set(ofSegment, part!);
    if (!isPolymer) continue;
    if (!part!.last) part!.segment = entry.segment;
    part!.last = entry;
    part!.numbers.add(numberOf(entry.residue));
  }
  return named(parts);
}

/**
 * Returns why a residue starts another chain than the residues before it with the same id; undefined when it continues
 * their chain.
 */
function borderOf({ last, numbers, segment }: Part, entry: Entry): Exclude<Part['reason'], ''> | undefined {
  if (!last) return undefined;
  const { residue } = entry;
  const isMarked = residue.atoms.every(({ altLoc }) => altLoc !== '');
  const isBack = numbers.has(numberOf(residue)) && numberOf(last.residue) !== numberOf(residue) && !isMarked;
  const isUnnamed = residue.chain === '';
  if (isLinked(last.residue, residue)) return undefined;
  if (isBack && entry.part !== last.part) return 'TER';
  if (isBack) return entry.segment === segment ? 'numbers' : 'segment';
  if (entry.segment !== last.segment && entry.segment !== '' && last.segment !== '') return 'segment';
  if (isUnnamed && entry.part !== last.part) return 'TER';
  return isUnnamed && residue.number < last.residue.number && !isMarked ? 'numbers' : undefined;
}

const numberOf = ({ number, insertion }: Residue): string => `${number}${insertion}`;

/** Whether a residue looks like part of a polymer by its name or atoms, without regard to its neighbours. */
export function looksPolymer({ name, atoms, isHet }: Residue): boolean {
  if (isWater(name, atoms)) return false;
  const has = (atom: string) => atoms.some((each) => each.name === atom);
  if (aminoAcidParent(name, atoms) !== undefined) return has('CA') || !isHet;
  if (nucleotideLetter(name, atoms) !== undefined) return !isHet || has("O3'") || has('P');
  return has('N') && has('CA') && has('C');
}

/** Gives every part a unique chain id. */
function named(parts: Part[]): { chains: ReadChain[]; warnings: string[] } {
  const taken = new Set(parts.map(({ source }) => source));
  const segments = counts(parts.map(({ segment }) => segment));
  const sources = counts(parts.map(({ source }) => source));
  const bySegments = new Set(parts.filter(({ reason }) => reason === 'segment').map(({ source }) => source));
  const reasonOf = new Map(parts.filter(({ reason }) => reason !== '').map(({ source, reason }) => [source, reason]));
  const free = CHAIN_IDS.filter((id) => !taken.has(id) && !segments.has(id))[Symbol.iterator]();
  let count = parts.length;
  const next = () => free.next().value ?? String(++count);
  const bySegment = ({ segment, source }: Part) =>
    segment !== '' && !taken.has(segment) && segments.get(segment) === 1 && (source === '' || bySegments.has(source));
  const chains = parts.map((part): ReadChain => {
    const { source, segment, reason, entries } = part;
    const isAlone = source !== '' && sources.get(source) === 1;
    if (isAlone || (source !== '' && reason === '' && !bySegment(part)))
      return { id: source, source, origin: null, entries };
    if (bySegment(part)) return { id: segment, source, origin: `segment ${segment}`, entries };
    // The first part of an id gets the reason of the next part.
    const why = reason || reasonOf.get(source) || '';
    return { id: next(), source, origin: reasons[why], entries };
  });
  return { chains, warnings: warningsOf(chains) };
}

function counts(texts: string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const text of texts) found.set(text, (found.get(text) ?? 0) + 1);
  return found;
}

const reasons: Record<Part['reason'], string> = {
  '': 'no chain id',
  segment: 'segment',
  TER: 'a TER line',
  numbers: 'residue numbers that begin again',
};

const MAX_NAMED = 20;

function warningsOf(chains: ReadChain[]): string[] {
  const given = chains.filter(
    ({ origin, entries }) =>
      origin !== null && entries.some(({ residue }) => findAtom(residue, 'CA') || findAtom(residue, 'P')),
  );
  // No warning is needed for a single chain without an id.
  if (given.length === 0 || (given.length === 1 && chains.length === 1)) return [];
  const names = given
    .slice(0, MAX_NAMED)
    .map(({ id, source, origin }) => `${id} (${source === '' ? 'no id' : `id ${source}`}, told by: ${origin})`);
  const more = given.length > MAX_NAMED ? ` and ${given.length - MAX_NAMED} more` : '';
  return [`chain ids of the file do not tell all chains apart; these were given an id: ${names.join(', ')}${more}`];
}
