import { profile } from '../shared/pictures/profile.ts';
import { colors } from '../shared/pictures/svg.ts';
import type { Column } from './conservation.ts';

/** The part of the rows that has the consensus, and the part that has a gap, along the columns. */
export function conservationProfile(columns: Column[], rows: number): string {
  return profile({
    title: 'Conservation',
    description: `Consensus and gaps along the ${columns.length} columns of an alignment of ${rows} rows.`,
    x: { title: 'Column' },
    y: { title: 'Fraction of rows', domain: [0, 1] },
    series: [
      { label: 'consensus', values: columns.map(({ frequency }) => frequency), color: colors.sky, style: 'bars' },
      { label: 'gaps', values: columns.map((column) => column.gap_fraction), color: colors.vermillion, style: 'line' },
    ],
  });
}
