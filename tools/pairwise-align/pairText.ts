import type { Alignment } from './align.ts';
import { measure } from './measure.ts';
import type { Substitution } from './substitution.ts';

const WIDTH = 50;

/** Width of a name. Longer names push the columns to the right. */
const NAME = 13;

export interface Pair {
  query: string;
  target: string;
  alignment: Alignment;
}

export interface Costs {
  matrix: string;
  open: number;
  extend: number;
}

/**
 * Returns an alignment as EMBOSS writes it by `-aformat pair`: `|` for identical residues, `:` for other positive
 * scores, `.` for the rest. Identity and similarity are the figures of `measure`, so ambiguity codes are never
 * identical.
 */
export function pairText({ query, target, alignment }: Pair, costs: Costs, matrix: Substitution): string {
  const { length, identity, similarity, gaps } = measure(alignment, matrix);
  const percent = (count: number) =>
    `${`${count}/${length}`.padStart(9)} (${((100 * count) / length).toFixed(1).padStart(4)}%)`;
  const head = [
    ...['#=======================================', '#', '# Aligned_sequences: 2', `# 1: ${query}`, `# 2: ${target}`],
    ...[`# Matrix: ${costs.matrix}`, `# Gap_penalty: ${costs.open.toFixed(1)}`],
    ...[`# Extend_penalty: ${costs.extend.toFixed(1)}`, '#', `# Length: ${length}`],
    ...[`# Identity:   ${percent(identity)}`, `# Similarity: ${percent(similarity)}`, `# Gaps:       ${percent(gaps)}`],
    ...[`# Score: ${alignment.score.toFixed(1)}`, '#', '#', '#=======================================', ''],
  ];
  return [...head, ...blocksOf({ query, target, alignment }, matrix)].join('\n');
}

function blocksOf({ query, target, alignment }: Pair, matrix: Substitution): string[] {
  const marks = marksOf(alignment, matrix);
  const width = Math.max(NAME, query.length, target.length);
  let [atQuery, atTarget] = [alignment.queryStart, alignment.targetStart];
  const lines: string[] = [];
  for (let from = 0; from < marks.length; from += WIDTH) {
    const [a, b] = [alignment.query.slice(from, from + WIDTH), alignment.target.slice(from, from + WIDTH)];
    const [endA, endB] = [atQuery + residuesIn(a), atTarget + residuesIn(b)];
    lines.push(
      rowOf(query.padEnd(width), atQuery, a, endA),
      `${' '.repeat(width + 8)}${marks.slice(from, from + WIDTH)}`,
      rowOf(target.padEnd(width), atTarget, b, endB),
      '',
    );
    [atQuery, atTarget] = [endA, endB];
  }
  return [...lines, ''];
}

/** Returns one row. A row without residues has the number of the last residue before it at both ends. */
const rowOf = (name: string, before: number, row: string, end: number): string =>
  `${name}${String(end > before ? before + 1 : before).padStart(7)} ${row}${String(end).padStart(7)}`;

const residuesIn = (row: string): number => row.replaceAll('-', '').length;

function marksOf({ query, target }: Alignment, { encode, known, scores, size }: Substitution): string {
  const [a, b] = [encode(query), encode(target)];
  return Array.from(query, (letter, i) => {
    if (letter === '-' || target[i] === '-') return ' ';
    if (a[i] === b[i] && known[a[i]!] === 1) return '|';
    return scores[a[i]! * size + b[i]!]! > 0 ? ':' : '.';
  }).join('');
}
