import { profile } from '../shared/pictures/profile.ts';
import { colors } from '../shared/pictures/svg.ts';
import type { Region, RegionRule } from './regions.ts';

/** Draws the scores along a protein, with the disordered regions filled. */
export function disorderPicture(
  name: string,
  rows: { score: number | null }[],
  regions: Region[],
  { threshold }: RegionRule,
): string {
  const filled = new Array<number | null>(rows.length).fill(null);
  for (const { kind, start, end } of regions)
    if (kind === 'disordered') for (let i = start; i < end; i++) filled[i] = rows[i]!.score;
  const count = regions.filter(({ kind }) => kind === 'disordered').length;
  return profile({
    title: `Disorder of ${name}`,
    description: `Score along the ${rows.length} residues, from 0, ordered, to 1, disordered; ${count} disordered regions.`,
    x: { title: 'Residue' },
    y: { title: 'Disorder', domain: [0, 1] },
    series: [
      { label: 'disordered region', values: filled, color: colors.orange, style: 'area' },
      { label: 'score', values: rows.map(({ score }) => score), color: colors.ink, style: 'line' },
    ],
    rules: [{ at: threshold, label: `threshold ${threshold}` }],
  });
}
