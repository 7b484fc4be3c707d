import type { Conformer } from '../shared/conformers/conformers.ts';

/**
 * Returns the conformers by rising energy, those without an energy last. Conformers above the energy window are
 * dropped.
 */
export function selectConformers(conformers: Conformer[], energyWindow: number): Conformer[] {
  const energyOf = ({ energy }: Conformer) => energy ?? Number.POSITIVE_INFINITY;
  const lowest = Math.min(...conformers.map(energyOf));
  return conformers
    .filter(({ energy }) => energy === null || energy <= lowest + energyWindow)
    .sort((a, b) => (energyOf(a) === energyOf(b) ? a.number - b.number : energyOf(a) - energyOf(b)));
}
