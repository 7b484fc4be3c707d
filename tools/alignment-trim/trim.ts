import { guessKind } from '@rotamer/formats/letters.ts';
import type { ResidueKind } from '../shared/residueCodes.ts';
import { columnsOf } from './automatic.ts';
import type { AutomaticMethod } from './methods.ts';

export interface TrimOptions {
  method: 'gaps' | AutomaticMethod;
  max_gap_fraction: number;
  min_row_coverage: number;
  terminal_only: boolean;
  alphabet: 'auto' | ResidueKind;
}

/**
 * Chooses columns by the method, then drops columns with only gaps, and then rows with too few residues in the
 * remaining columns. The method `gaps` is trimAl's `-gt`, which takes the minimum fraction of residues. Returns the
 * indices that remain, in order.
 */
export function trim(rows: string[], options: TrimOptions): { rows: number[]; columns: number[] } {
  const gaps = gapsOf(rows);
  const chosen = new Set(chosenColumns(rows, gaps, options));
  const inner = options.terminal_only ? innerColumns(gaps) : undefined;
  const columns = [...gaps.keys()].filter(
    (i) => gaps[i]! < rows.length && (chosen.has(i) || (inner !== undefined && i >= inner.first && i <= inner.last)),
  );
  const kept = [...rows.keys()].filter((i) => {
    const residues = columns.reduce((sum, column) => sum + (rows[i]![column] === '-' ? 0 : 1), 0);
    return residues > 0 && residues >= options.min_row_coverage * columns.length;
  });
  return { rows: kept, columns };
}

function gapsOf(rows: string[]): Uint32Array {
  const gaps = new Uint32Array(rows[0]!.length);
  for (const row of rows) for (let i = 0; i < gaps.length; i++) if (row[i] === '-') gaps[i]!++;
  return gaps;
}

function chosenColumns(rows: string[], gaps: Uint32Array, options: TrimOptions): number[] {
  const { method, alphabet, max_gap_fraction } = options;
  if (method === 'gaps') return [...gaps.keys()].filter((i) => gaps[i]! <= max_gap_fraction * rows.length);
  return columnsOf(method, rows, gaps, alphabet === 'auto' ? guessKind(rows).kind : alphabet);
}

/** Returns the first and the last column without a gap; undefined when there is none. */
export function innerColumns(gaps: Uint32Array): { first: number; last: number } | undefined {
  const [first, last] = [gaps.indexOf(0), gaps.lastIndexOf(0)];
  return first < 0 ? undefined : { first, last };
}
