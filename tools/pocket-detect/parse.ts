import { ToolError } from '../contract.ts';
import type { Vector } from '../shared/structure/vectors.ts';

export interface Pocket {
  max_buriedness: number;
  pocket_atoms: number;
  pocket_vertices: number;
  /** In Å³. */
  volume: number;
}

/**
 * Parses the only line of the program's output: file, greatest buriedness, numbers of all atoms and all vertices, the
 * same numbers of the pocket, volume.
 *
 * @throws ToolError when the line is missing, or counts another number of atoms than was given.
 */
export function parsePocket(stdout: string, atoms: number): Pocket {
  const [max_buriedness, all, , pocket_atoms, pocket_vertices, volume] = stdout.trim().split(' ').slice(1).map(Number);
  const values = [max_buriedness, pocket_atoms, pocket_vertices, volume];
  if (!values.every(Number.isFinite)) throw new ToolError('voronota-pocket gave no result');
  if (all !== atoms) throw new ToolError(`voronota-pocket found ${all} of ${atoms} atoms`);
  return {
    max_buriedness: max_buriedness!,
    pocket_atoms: pocket_atoms!,
    pocket_vertices: pocket_vertices!,
    volume: volume!,
  };
}

/**
 * Returns an empty pocket for a structure without one, which the program reports as a failure. Returns undefined if the
 * log has another error.
 */
export function withoutPocket(log: string): Pocket | undefined {
  if (!log.includes('"errors":["No core atoms selected."]')) return undefined;
  const buriedness = /"spectrum_summary":\{[^}]*"max_value":([\d.e+-]+)/.exec(log)?.[1];
  if (buriedness === undefined) return undefined;
  return { max_buriedness: Number(buriedness), pocket_atoms: 0, pocket_vertices: 0, volume: 0 };
}

/**
 * Returns the points of a grid that fill the pocket.
 *
 * @throws ToolError when there are none.
 */
export function parseVoxels(pdb: string): Vector[] {
  const at = (line: string, column: number) => Number(line.slice(column, column + 8));
  const points = pdb
    .split('\n')
    .filter((line) => line.startsWith('ATOM'))
    .map((line): Vector => [at(line, 30), at(line, 38), at(line, 46)]);
  if (points.length === 0 || !points.flat().every(Number.isFinite))
    throw new ToolError('voronota-pocket gave no volume of the pocket');
  return points;
}
