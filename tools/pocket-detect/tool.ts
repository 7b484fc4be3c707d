import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, RANKED, RANKED_BOX } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

/** A structure of 274 residues takes 4 s, so ten of the largest allowed structures end within the time limit. */
const MAX_RESIDUES = 2_000;

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: 'The proteins of one model of each, with their whole backbone (N, CA, C, O)',
  min: 1,
  max: 10,
  maxResidues: MAX_RESIDUES,
});

export const pocketItem = Type.Object(
  {
    structure: Type.String(),
    max_buriedness: Type.Number({ description: '0 to 1, of the most buried atom' }),
    pocket_atoms: Type.Integer({ description: 'Atoms around the pocket; 0 where none was found' }),
    pocket_vertices: Type.Integer({ description: 'Voronoi vertices in the pocket' }),
    volume: Type.Number({ description: 'Å³' }),
    center: Type.Unsafe<number[] | null>({
      type: ['array', 'null'],
      items: { type: 'number' },
      minItems: 3,
      maxItems: 3,
      description: 'Center of the pocket and of its box in Å',
    }),
    clipped: Type.Boolean({ description: 'A side of the box was cut to what docking takes' }),
  },
  { additionalProperties: false },
);

export const rankedItem = Type.Object(
  {
    structure: Type.String(),
    rank: Type.Integer({ minimum: 1 }),
    score: Type.Number({ description: '`alpha_spheres` times `hydrophobic_density`; comparable within a structure' }),
    alpha_spheres: Type.Integer({ description: 'Spheres that touch four atoms and hold none' }),
    hydrophobic_density: Type.Number({ description: 'Mean number of apolar spheres that an apolar sphere overlaps' }),
    apolar: Type.Number({
      description: 'Fraction of the spheres of which three of the four atoms are carbon or sulfur',
    }),
    volume: Type.Number({ description: 'Of all spheres together, in Å³' }),
    residues: Type.Array(Type.String(), { description: 'Residues that the spheres touch, as A:ASP381' }),
    center: Type.Array(Type.Number(), { minItems: 3, maxItems: 3, description: 'Mean of the spheres, in Å' }),
    clipped: Type.Boolean({ description: 'A side of the box was cut to what docking takes' }),
  },
  { additionalProperties: false },
);

const radius = (value: number, description: string) =>
  Type.Number({ minimum: 2, maximum: 12, default: value, description });

const buriedness = (value: number, description: string) =>
  Type.Number({ minimum: 0.01, maximum: 1, default: value, description });

export const contract = {
  id: 'pocket-detect',
  name: 'Voronota pocket',
  description:
    'Finds where a protein is most buried, and ranks its pockets by their size and hydrophobic density, with boxes for docking',
  category: 'Structure',
  tags: ['pocket', 'cavity', 'binding site', 'voronoi', 'druggable'],
  version: '1.2.1',
  slots: [structures],
  settings: settingsOf({
    ...selectionSettings,
    probe_min: Type.Number({ minimum: 1, maximum: 5, default: 2, description: 'Radius of the smallest probe, Å' }),
    probe_max: Type.Number({ minimum: 5, maximum: 60, default: 30, description: 'Radius of the largest probe, Å' }),
    buriedness_core: buriedness(0.7, 'A pocket begins at atoms that are buried as much'),
    buriedness_rim: buriedness(0.4, 'A pocket ends at atoms that are buried less; not more than buriedness_core'),
    padding: Type.Number({ minimum: 0, maximum: 10, default: 4, description: 'Å of the box around the pocket' }),
    max_ranked: Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 10,
      description: 'Ranked pockets of each structure',
    }),
    sphere_min: radius(3.4, 'Radius of the smallest sphere of ranked pockets, Å'),
    sphere_max: radius(6.2, 'Radius of the largest sphere of ranked pockets, Å; larger ones find flat sites'),
    sphere_distance: Type.Number({
      minimum: 1,
      maximum: 4,
      default: 2,
      description: 'Spheres of a ranked pocket are at most this apart, Å; less parts pockets',
    }),
    min_spheres: Type.Integer({
      minimum: 3,
      maximum: 1_000,
      default: 15,
      description: 'Spheres of a ranked pocket at least',
    }),
  }),
  ports: [
    itemsPort('pockets', 'Pocket of each structure', pocketItem),
    filePort('box', 'Box around the pocket', { kind: 'box', format: 'JSON', required: false }),
    filePort('pocket', 'Structure; B-factors are 1 at the pocket, else 0', {
      kind: 'structure',
      format: 'PDB',
      required: false,
    }),
    itemsPort(RANKED, 'Pockets of each structure, best first', rankedItem, false, {
      apolar: { title: 'Apolar fraction' },
    }),
    filePort(RANKED_BOX, 'Box around each ranked pocket', { kind: 'box', format: 'JSON', required: false }),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'pockets',
      label: 'Pocket in the structure',
      parts: [{ ports: ['pocket'], look: 'b_factor' }],
      boxes: ['box', RANKED_BOX],
    },
  ],
  limits: { wallSeconds: 300, memoryMiB: 512, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'voronota-pocket has no paper of its own; the Voronoi vertices that it works on: Olechnovič K., Venclovas Č., Voronota: A fast and reliable tool for computing the vertices of the Voronoi diagram of atomic balls, J. Comput. Chem. 35 (2014) 672-681; ranked pockets: Le Guilloux V., Schmidtke P., Tuffery P., Fpocket: An open source platform for ligand pocket detection, BMC Bioinformatics 10 (2009) 168',
    doi: '10.1002/jcc.23538',
  },
  license: 'MIT',
  // The script needs bc and jq, on which its package does not depend.
  requires: [programs.voronotaPocket, programs.bc, programs.jq, programs.python],
} satisfies ToolContract;
