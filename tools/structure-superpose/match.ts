import { ToolError } from '../contract.ts';
import { align } from '../pairwise-align/align.ts';
import { substitution } from '../pairwise-align/substitution.ts';
import { quoted } from '../shared/problems.ts';
import type { NormalisedChain } from '../shared/structure/normalise.ts';
import { letterOf } from '../shared/structure/residues.ts';
import { findAtom, type Residue } from '../shared/structure/structure.ts';
import { pointOf, type Vector } from '../shared/structure/vectors.ts';
import { MAX_CHAIN } from './tool.ts';

/** The amino acids with CA of a chain. */
export interface Trace {
  chain: string;
  residues: Residue[];
}

/** @throws ToolError when there is no such chain, or it is too long. */
export function traceOf(chains: NormalisedChain[], wanted: string): Trace {
  const traces = chains.map(({ source, polymer }) => ({
    chain: source,
    residues: polymer.filter((residue) => residue.class === 'protein' && findAtom(residue, 'CA')),
  }));
  const found = traces.find(({ chain, residues }) => (wanted === '' ? residues.length > 0 : chain === wanted));
  if (!found) {
    const known = traces.map(({ chain }) => quoted(chain)).join(', ');
    throw new ToolError(`there is no chain ${quoted(wanted)}; the chains are ${known}`);
  }
  if (found.residues.length > MAX_CHAIN)
    throw new ToolError(
      `chain ${quoted(found.chain)} has ${found.residues.length} amino acids, the limit is ${MAX_CHAIN}`,
    );
  return found;
}

/** Pairs of CA positions: of the mobile structure and of the reference. */
export function matchTraces(mobile: Trace, reference: Trace, match: 'residue_number' | 'sequence_alignment') {
  const pairs = match === 'residue_number' ? byNumber(mobile, reference) : byAlignment(mobile, reference);
  const place = (residue: Residue): Vector => pointOf(findAtom(residue, 'CA')!);
  return { mobile: pairs.map(([a]) => place(a)), reference: pairs.map(([, b]) => place(b)) };
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

/** The columns without gap of a global alignment: BLOSUM62, gaps 10 and 0.5, end gaps free, as in pairwise-align. */
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
