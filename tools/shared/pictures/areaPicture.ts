import { PROFILE_FRAME, profile } from './profile.ts';
import { type NamedResidue, residueAxis } from './residueAxis.ts';
import { colors } from './svg.ts';

/** Draws the accessible surface of each residue of a structure, in Å². */
export function areaPicture(name: string, residues: (NamedResidue & { area: number })[]): string {
  const { ticks, format, chains } = residueAxis(residues, PROFILE_FRAME.width);
  const total = residues.reduce((sum, { area }) => sum + area, 0);
  return profile({
    title: `Accessible surface of ${name}`,
    description: `Accessible surface of each of ${residues.length} residues, ${Math.round(total)} Å² together.`,
    first: 0,
    x: { title: 'Residue', ticks, format },
    y: { title: 'Area (Å²)' },
    series: [{ label: 'area', values: residues.map(({ area }) => area), color: colors.blue, style: 'bars' }],
    chains,
  });
}
