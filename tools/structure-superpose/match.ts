import { ToolError } from '../contract.ts';
import { align } from '../pairwise-align/align.ts';
import { substitution } from '../pairwise-align/substitution.ts';
import { quoted } from '../shared/problems.ts';
import type { NormalisedChain } from '../shared/structure/normalise.ts';
import { letterOf } from '../shared/structure/residues.ts';
import { findAtom, isHydrogen, type Residue } from '../shared/structure/structure.ts';
import { pointOf, type Vector } from '../shared/structure/vectors.ts';
import { MAX_CHAIN } from './tool.ts';

/** The amino acids with a CA atom in one chain. */
export interface Trace {
  chain: string;
  residues: Residue[];
}

export type AtomChoice = 'CA' | 'backbone' | 'heavy';

/** Positions of matching atoms, one pair for each index. */
export interface Pairs {
  mobile: Vector[];
  reference: Vector[];
}

const tracesOf = (chains: NormalisedChain[]): Trace[] =>
  chains.map(({ source, polymer }) => ({
    chain: source,
    residues: polymer.filter((residue) => residue.class === 'protein' && findAtom(residue, 'CA')),
  }));

/**
 * Returns the requested chain, or the first chain with amino acids.
 *
 * @throws ToolError when there is no such chain, or it is too long.
 */
export function traceOf(chains: NormalisedChain[], wanted: string): Trace {
  const traces = tracesOf(chains);
  const found = traces.find(({ chain, residues }) => (wanted === '' ? residues.length > 0 : chain === wanted));
  if (!found) {
    const known = traces.map(({ chain }) => quoted(chain)).join(', ');
    throw new ToolError(`there is no chain ${quoted(wanted)}; the chains are ${known}`);
  }
  return short(found);
}

function short(trace: Trace): Trace {
  const { chain, residues } = trace;
  if (residues.length > MAX_CHAIN)
    throw new ToolError(`chain ${quoted(chain)} has ${residues.length} amino acids, the limit is ${MAX_CHAIN}`);
  return trace;
}

/**
 * Pairs the chains of two complexes. Chains are paired by id if all chains of the smaller complex have partners,
 * otherwise by their order.
 */
export function pairChains(
  mobile: NormalisedChain[],
  reference: NormalisedChain[],
): [mobile: Trace, reference: Trace][] {
  const [a, b] = [mobile, reference].map((chains) =>
    tracesOf(chains)
      .filter(({ residues }) => residues.length > 0)
      .map(short),
  ) as [Trace[], Trace[]];
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  const hasPartners = fewer.every(({ chain }) => more.some((other) => other.chain === chain));
  const pairs = fewer.map(
    (trace, i) => [trace, hasPartners ? more.find(({ chain }) => chain === trace.chain)! : more[i]!] as const,
  );
  return pairs.map(([one, other]) => (fewer === a ? [one, other] : [other, one]));
}

/** Returns pairs of atoms of matched residues. */
export function matchTraces(
  mobile: Trace,
  reference: Trace,
  match: 'residue_number' | 'sequence_alignment',
  atoms: AtomChoice,
): Pairs {
  const residues = match === 'residue_number' ? byNumber(mobile, reference) : byAlignment(mobile, reference);
  const pairs = residues.flatMap(([a, b]) => atomPairs(a, b, atoms));
  return { mobile: pairs.map(([a]) => a), reference: pairs.map(([, b]) => b) };
}

/** Returns pairs of atoms whose name both residues have. */
function atomPairs(mobile: Residue, reference: Residue, atoms: AtomChoice): [Vector, Vector][] {
  const heavy = mobile.atoms.filter((atom) => !isHydrogen(atom)).map(({ name }) => name);
  const names = { CA: ['CA'], backbone: ['N', 'CA', 'C', 'O'], heavy }[atoms];
  return names.flatMap((name): [Vector, Vector][] => {
    const [a, b] = [findAtom(mobile, name), findAtom(reference, name)];
    return a && b ? [[pointOf(a), pointOf(b)]] : [];
  });
}

type Pair = [mobile: Residue, reference: Residue];

function byNumber(mobile: Trace, reference: Trace): Pair[] {
  const key = ({ number, insertion }: Residue) => `${number}${insertion}`;
  const partners = new Map(reference.residues.map((residue) => [key(residue), residue]));
  return mobile.residues.flatMap((residue): Pair[] => {
    const partner = partners.get(key(residue));
    return partner ? [[residue, partner]] : [];
  });
}

/**
 * Returns the columns without gaps of a global alignment: BLOSUM62, gaps 10 and 0.5, end gaps free, as in
 * pairwise-align.
 */
function byAlignment(mobile: Trace, reference: Trace): Pair[] {
  const sequence = ({ residues }: Trace) => residues.map(letterOf).join('');
  const rows = align(sequence(mobile), sequence(reference), {
    mode: 'global',
    gapOpen: 10,
    gapExtend: 0.5,
    matrix: substitution('BLOSUM62', 'protein'),
  });
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  for (let column = 0; column < rows.query.length; column++) {
    const [hasMobile, hasReference] = [rows.query[column] !== '-', rows.target[column] !== '-'];
    if (hasMobile && hasReference) pairs.push([mobile.residues[i]!, reference.residues[j]!]);
    if (hasMobile) i++;
    if (hasReference) j++;
  }
  return pairs;
}
