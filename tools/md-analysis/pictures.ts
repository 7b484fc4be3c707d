import { PROFILE_FRAME, profile } from '../shared/pictures/profile.ts';
import { type NamedResidue, residueAxis } from '../shared/pictures/residueAxis.ts';
import { colors } from '../shared/pictures/svg.ts';

/** Draws the RMSD to the reference frame, in Å, by frame. */
export function rmsdPicture(name: string, rmsd: number[]): string {
  return profile({
    title: `RMSD of ${name}`,
    description: `RMSD of each of ${rmsd.length} frames to the reference frame.`,
    x: { title: 'Frame' },
    y: { title: 'RMSD (Å)' },
    series: [{ label: 'RMSD', values: rmsd, color: colors.blue, style: rmsd.length < 30 ? 'bars' : 'line' }],
  });
}

/** Draws the fluctuation of each residue's alpha carbon, in Å; null where it has none. */
export function rmsfPicture(name: string, residues: NamedResidue[], rmsf: (number | null)[]): string {
  const { ticks, format, chains } = residueAxis(residues, PROFILE_FRAME.width);
  return profile({
    title: `Fluctuation of ${name}`,
    description: `Fluctuation of the alpha carbon of each of ${residues.length} residues.`,
    first: 0,
    x: { title: 'Residue', ticks, format },
    y: { title: 'RMSF (Å)' },
    series: [{ label: 'RMSF', values: rmsf, color: colors.vermillion, style: 'area' }],
    chains,
  });
}
