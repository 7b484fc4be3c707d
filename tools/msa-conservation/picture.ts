import { profile } from '../shared/pictures/profile.ts';
import { colors } from '../shared/pictures/svg.ts';
import type { Column } from './conservation.ts';

/** Draws along the columns the fractions of all rows with the consensus, with any known residue, and with a gap. */
export function conservationProfile(columns: Column[], rows: number): string {
  return profile({
    title: 'Conservation',
    description:
      `Along the ${columns.length} columns of an alignment of ${rows} rows the fraction of all rows that have the consensus, a known ` +
      'residue, and a gap. Ambiguity codes are no known residue.',
    x: { title: 'Column' },
    y: { title: 'Fraction of all rows', domain: [0, 1] },
    series: [
      { label: 'consensus', values: columns.map(({ frequency }) => frequency), color: colors.sky, style: 'bars' },
      { label: 'known residue', values: columns.map(({ known }) => known / rows), color: colors.ink, style: 'line' },
      { label: 'gaps', values: columns.map((column) => column.gap_fraction), color: colors.vermillion, style: 'line' },
    ],
  });
}
