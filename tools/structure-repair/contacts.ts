import { isHydrogen } from '../shared/structure/structure.ts';
import type { MergedResidue } from './merge.ts';

const CELL = 4;

/**
 * Returns the shortest distance, in ångström, between a new heavy atom and a heavy atom of another residue that is not
 * adjacent in sequence. Returns null if there is none within 4 Å.
 */
export function closestContact(merged: MergedResidue[]): number | null {
  const cells = new Map<string, { at: number; x: number; y: number; z: number }[]>();
  const cellOf = (value: number) => Math.floor(value / CELL);
  for (const [at, { residue }] of merged.entries())
    for (const atom of residue.atoms.filter((one) => !isHydrogen(one))) {
      const key = `${cellOf(atom.x)} ${cellOf(atom.y)} ${cellOf(atom.z)}`;
      const cell = cells.get(key);
      if (cell) cell.push({ at, ...atom });
      else cells.set(key, [{ at, ...atom }]);
    }
  let least = CELL;
  for (const [at, { added }] of merged.entries())
    for (const atom of added.filter((one) => !isHydrogen(one)))
      for (const dx of [-1, 0, 1])
        for (const dy of [-1, 0, 1])
          for (const dz of [-1, 0, 1])
            for (const other of cells.get(`${cellOf(atom.x) + dx} ${cellOf(atom.y) + dy} ${cellOf(atom.z) + dz}`) ?? [])
              if (Math.abs(other.at - at) > 1)
                least = Math.min(least, Math.hypot(other.x - atom.x, other.y - atom.y, other.z - atom.z));
  return least < CELL ? Number(least.toFixed(2)) : null;
}
