import { PROFILE_FRAME, profile } from '../shared/pictures/profile.ts';
import { residueAxis } from '../shared/pictures/residueAxis.ts';
import { colors } from '../shared/pictures/svg.ts';

interface Buried {
  chain: string;
  number: number;
  insertion: string;
  buried: number;
}

/** Draws how much of each residue's surface the other side covers, in Å². Uncovered residues are left out. */
export function buriedPicture(title: string, rows: Buried[]): string {
  const residues = rows.map((row) => ({ chain: row.chain, seq: `${row.number}${row.insertion}` }));
  const { format, chains } = residueAxis(residues, PROFILE_FRAME.width);
  const step = Math.max(1, Math.ceil(rows.length / 16));
  return profile({
    title: `Interface of ${title}`,
    description: `Buried surface of each of ${rows.length} residues of the interface.`,
    first: 0,
    x: { title: 'Residue of the interface', ticks: residues.flatMap((_, i) => (i % step === 0 ? i : [])), format },
    y: { title: 'buried (Å²)' },
    series: [{ label: 'buried', values: rows.map(({ buried }) => buried), color: colors.blue, style: 'bars' }],
    chains,
  });
}
