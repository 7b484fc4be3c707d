import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Taxonomy } from '../../contract.ts';

/** For each record of a release its NCBI taxonomy id, an unsigned 32-bit integer, little-endian; 0 is unknown. */
export const TAXA = 'taxa.bin';

/** For each taxonomy id, from 0, the id of the taxon above it, written as in `taxa.bin`; 0 is unknown. */
export const PARENTS = 'parents.bin';

/** Deeper than NCBI's taxonomy. */
const MAX_DEPTH = 200;

/** Reads the taxonomy id of each record of a release. */
export const readTaxa = (dir: string): Uint32Array => readIntegers(join(dir, TAXA));

/**
 * Returns a function that says whether a taxon is one of the given taxa or below one of them. Without a lineage only
 * the given taxa count.
 */
export function taxaBelow(dir: string, taxonomy: Taxonomy, taxids: number[]): (taxid: number) => boolean {
  const wanted = new Set(taxids);
  if (taxonomy === 'taxa') return (taxid) => wanted.has(taxid);
  const parents = readIntegers(join(dir, PARENTS));
  const known = new Map<number, boolean>();
  return (taxid) => {
    const before = known.get(taxid);
    if (before !== undefined) return before;
    let at = taxid;
    for (let depth = 0; at !== 0 && !wanted.has(at) && depth < MAX_DEPTH; depth++) {
      const above = parents[at] ?? 0;
      // The root is its own parent.
      at = above === at ? 0 : above;
    }
    known.set(taxid, wanted.has(at));
    return wanted.has(at);
  };
}

function readIntegers(path: string): Uint32Array {
  const bytes = readFileSync(path);
  const values = new Uint32Array(bytes.length / 4);
  for (let i = 0; i < values.length; i++) values[i] = bytes.readUInt32LE(4 * i);
  return values;
}
