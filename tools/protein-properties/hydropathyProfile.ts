import { niceDomain } from '../shared/pictures/axes.ts';
import { profile } from '../shared/pictures/profile.ts';
import { colors } from '../shared/pictures/svg.ts';
import { hydropathy } from './scales.ts';

/** Windows of Kyte and Doolittle. 9 residues distinguish surface from core; 19 residues span a membrane. */
const SHORT_WINDOW = 9;
const LONG_WINDOW = 19;

/** A mean over 19 residues above this value suggests a segment that spans the membrane. */
const MEMBRANE = 1.6;

/** Draws the mean hydropathy around each residue: Kyte and Doolittle, J. Mol. Biol. 157:105-132 (1982). */
export function hydropathyProfile(name: string, sequence: string): string {
  const window = Math.min(SHORT_WINDOW, sequence.length - ((sequence.length + 1) % 2));
  const around = windowMeans(sequence, window);
  const series = [
    {
      label: `mean of ${window} residues`,
      values: around,
      color: colors.orange,
      colorBelow: colors.sky,
      style: 'area' as const,
    },
    {
      label: `mean of ${LONG_WINDOW}`,
      values: windowMeans(sequence, LONG_WINDOW),
      color: colors.ink,
      style: 'line' as const,
    },
  ];
  const means = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const isLong = sequence.length >= LONG_WINDOW;
  return profile({
    title: `Hydropathy of ${name}`,
    description:
      `Kyte-Doolittle hydropathy along the ${sequence.length} residues, as the mean of ${window} of them` +
      `${isLong ? ` and of ${LONG_WINDOW}` : ''}; positive is hydrophobic.`,
    x: { title: 'Residue' },
    y: { title: 'Hydropathy', domain: niceDomain(means, { include: [-2, 2] }) },
    series: isLong ? series : series.slice(0, 1),
    rules: isLong ? [{ at: MEMBRANE, label: `membrane-spanning above ${MEMBRANE} (mean of ${LONG_WINDOW})` }] : [],
  });
}

/**
 * Returns for each residue the mean over the residues around it that have a hydropathy (X, U and others have none).
 * Null near the ends, and in windows without any value.
 */
export function windowMeans(sequence: string, window: number): (number | null)[] {
  const half = (window - 1) / 2;
  const sums = new Float64Array(sequence.length + 1);
  const known = new Uint32Array(sequence.length + 1);
  for (let i = 0; i < sequence.length; i++) {
    const value = hydropathy[sequence[i]!];
    sums[i + 1] = sums[i]! + (value ?? 0);
    known[i + 1] = known[i]! + (value === undefined ? 0 : 1);
  }
  return Array.from(sequence, (_, i) => {
    if (i < half || i + half >= sequence.length) return null;
    const residues = known[i + half + 1]! - known[i - half]!;
    return residues === 0 ? null : (sums[i + half + 1]! - sums[i - half]!) / residues;
  });
}
