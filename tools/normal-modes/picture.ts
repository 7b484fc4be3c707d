import { PROFILE_FRAME, profile } from '../shared/pictures/profile.ts';
import { type NamedResidue, residueAxis } from '../shared/pictures/residueAxis.ts';
import { colors } from '../shared/pictures/svg.ts';

interface Mobile extends NamedResidue {
  anm: number;
  gnm: number;
  b: number | null;
}

/**
 * Draws the fluctuations of both networks beside the B factors. Fluctuations are scaled to the mean B factor, or to 1
 * without B factors.
 */
export function mobilityPicture(name: string, residues: Mobile[]): string {
  const { ticks, format, chains } = residueAxis(residues, PROFILE_FRAME.width);
  const known = residues.flatMap(({ b }) => (b === null ? [] : [b]));
  const level = known.length === residues.length ? mean(known) : 1;
  const scaled = (values: number[]) => values.map((value) => (value * level) / mean(values));
  const line = { style: 'line' as const };
  return profile({
    title: `Mobility of ${name}`,
    description: `Mobility of each of ${residues.length} residues by two elastic networks.`,
    first: 0,
    x: { title: 'Residue', ticks, format },
    y: { title: known.length > 0 ? 'B factor (Å²)' : 'relative fluctuation' },
    series: [
      ...(known.length > 0
        ? [{ ...line, label: 'B factor', values: residues.map(({ b }) => b), color: colors.line }]
        : []),
      { ...line, label: 'ANM', values: scaled(residues.map(({ anm }) => anm)), color: colors.blue },
      { ...line, label: 'GNM', values: scaled(residues.map(({ gnm }) => gnm)), color: colors.vermillion },
    ],
    chains,
  });
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
