import { ToolError } from '../contract.ts';

export interface Frame {
  time_ps: number;
  rmsd_nm: number;
  temperature: number;
  potential: number;
}

/** Reads the rows of numbers of a file for Grace (`.xvg`), by their time in femtoseconds. */
export function parseXvg(text: string): Map<number, number[]> {
  const rows = text.split('\n').filter((line) => /^\s*[-\d]/.test(line));
  return new Map(
    rows.map((row) => {
      const [time, ...values] = row.trim().split(/ +/).map(Number) as [number, ...number[]];
      return [Math.round(1_000 * time), values];
    }),
  );
}

/**
 * Returns the frames for which both `gmx rms` and `gmx energy` (potential, temperature) have values.
 *
 * @throws ToolError when there are none, or a value is not a number: atoms have come too close.
 */
export function joinFrames(rms: string, energy: string): Frame[] {
  const energies = parseXvg(energy);
  const frames = [...parseXvg(rms)].flatMap(([fs, [rmsd_nm]]): Frame[] => {
    const [potential, temperature] = energies.get(fs) ?? [];
    if (rmsd_nm === undefined || potential === undefined || temperature === undefined) return [];
    return [{ time_ps: fs / 1_000, rmsd_nm, temperature, potential }];
  });
  if (frames.length === 0) throw new ToolError('gmx mdrun wrote no frame');
  if (!frames.every((frame) => Object.values(frame).every(Number.isFinite)))
    throw new ToolError('the simulation became unstable: energies are not finite');
  return frames;
}
