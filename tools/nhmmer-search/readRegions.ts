import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../contract.ts';
import { rowsOf } from '../shared/native/hmmer.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';
import type { Hit } from './tool.ts';

/** A hit as nhmmer writes it, with the number of the sequence. */
export type Region = { index: number } & Omit<Hit, 'query' | 'target' | 'description'>;

/**
 * Returns the hits of a table (`--tblout`), best first.
 *
 * @throws ToolError when a row is not a hit in one of the `count` sequences of the database
 */
export function readRegions(folder: string, prefix: string, count: number): Region[] {
  const regions = rowsOf(readFileSync(join(folder, `${prefix}.tbl`), 'utf8')).map(regionOf);
  for (const { index, strand, ...numbers } of regions) {
    const isKnown = index >= 0 && index < count && (strand === '+' || strand === '-');
    if (!isKnown || !Object.values(numbers).every(Number.isFinite))
      throw new ToolError('nhmmer gave no usable table of hits');
  }
  return regions.sort(
    (a, b) => a.evalue - b.evalue || b.score - a.score || a.index - b.index || a.start - b.start || a.end - b.end,
  );
}

function regionOf(words: string[]): Region {
  const [query_start, query_end, start, end, envelope_start, envelope_end, target_length] = words
    .slice(4, 11)
    .map(Number) as [number, number, number, number, number, number, number];
  const [evalue, score, bias] = words.slice(12, 15).map(Number) as [number, number, number];
  return {
    index: indexOfSafeId(words[0]!) ?? -1,
    strand: words[11] as Hit['strand'],
    ...{ start, end, envelope_start, envelope_end, target_length },
    ...{ query_start, query_end, evalue, score, bias },
  };
}
