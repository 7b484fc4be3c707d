import { join } from 'node:path';
import type { Settings, ToolRun } from '../contract.ts';
import { runPython } from '../shared/native/runPython.ts';
import type { StagedResidue } from '../shared/native/stageStructure.ts';
import { residueName } from '../shared/structure/structure.ts';
import { rounded, type Vector } from '../shared/structure/vectors.ts';
import { pocketBox } from './box.ts';

/** What alpha_spheres.py returns of a pocket. `atoms` counts from 0, in the order of the request. */
interface Cluster {
  spheres: number;
  centers: Vector[];
  apolar: number;
  density: number;
  /** In Å³. */
  volume: number;
  atoms: number[];
}

interface RankedSettings {
  max_ranked: number;
  sphere_min: number;
  sphere_max: number;
  sphere_distance: number;
  min_spheres: number;
  padding: number;
}

const APOLAR = ['C', 'S', 'SE'];

/**
 * Returns the pockets of a structure, best first, and their boxes. A pocket is a cluster of alpha spheres. Its score is
 * their number times the mean number of apolar spheres that an apolar sphere overlaps: the two descriptors with which
 * fpocket ranks (Le Guilloux et al., 2009). Returns undefined when the job was stopped.
 */
export async function rankPockets({ workdir, signal, ...job }: ToolRun, residues: StagedResidue[]) {
  const settings = job.settings as Settings & RankedSettings;
  const atoms = residues.flatMap(({ original, written }) => written.atoms.map((atom) => ({ ...atom, original })));
  const request = {
    points: atoms.map(({ x, y, z }) => [x, y, z]),
    apolar: atoms.map(({ element }) => APOLAR.includes(element)),
    min_radius: settings.sphere_min,
    max_radius: settings.sphere_max,
    linkage: settings.sphere_distance,
    min_spheres: settings.min_spheres,
  };
  const script = join(import.meta.dirname, 'alpha_spheres.py');
  const clusters = await runPython<Cluster[]>({ script, request, cwd: workdir, signal });
  return clusters
    ?.toSorted((a, b) => b.spheres * b.density - a.spheres * a.density || b.spheres - a.spheres)
    .slice(0, settings.max_ranked)
    .map(({ spheres, centers, apolar, density, volume, atoms: touched }, i) => {
      const { center, size, clipped } = pocketBox(centers, settings.padding);
      const row = {
        rank: i + 1,
        score: rounded(spheres * density, 1),
        alpha_spheres: spheres,
        hydrophobic_density: rounded(density, 3),
        apolar: rounded(apolar, 3),
        volume: rounded(volume, 1),
        residues: [...new Set(touched.map((index) => residueName(atoms[index]!.original)))],
        center,
        clipped,
      };
      return { row, box: { center, size } };
    });
}
