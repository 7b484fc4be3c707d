import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

/** A structure of 274 residues takes 3 s, so ten of the largest allowed structures end within the time limit. */
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

const buriedness = (value: number, description: string) =>
  Type.Number({ minimum: 0.01, maximum: 1, default: value, description });

export const contract = {
  id: 'pocket-detect',
  name: 'Voronota pocket',
  description:
    'Finds where a protein is most buried, as one pocket with a box for docking; separate pockets are not ranked',
  category: 'Structure',
  tags: ['pocket', 'cavity', 'binding site', 'voronoi', 'druggable'],
  version: '1.1.0',
  slots: [structures],
  settings: settingsOf({
    ...selectionSettings,
    probe_min: Type.Number({ minimum: 1, maximum: 5, default: 2, description: 'Radius of the smallest probe, Å' }),
    probe_max: Type.Number({ minimum: 5, maximum: 60, default: 30, description: 'Radius of the largest probe, Å' }),
    buriedness_core: buriedness(0.7, 'A pocket begins at atoms that are buried as much'),
    buriedness_rim: buriedness(0.4, 'A pocket ends at atoms that are buried less; not more than buriedness_core'),
    padding: Type.Number({ minimum: 0, maximum: 10, default: 4, description: 'Å of the box around the pocket' }),
  }),
  ports: [
    itemsPort('pockets', 'Pocket of each structure', pocketItem),
    filePort('box', 'Box around the pocket', { kind: 'box', format: 'JSON', required: false }),
    filePort('pocket', 'Structure; B-factors are 1 at the pocket, else 0', {
      kind: 'structure',
      format: 'PDB',
      required: false,
    }),
    ...notePorts,
  ],
  limits: { wallSeconds: 300, memoryMiB: 512, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'voronota-pocket has no paper of its own; the Voronoi vertices that it works on: Olechnovič K., Venclovas Č., Voronota: A fast and reliable tool for computing the vertices of the Voronoi diagram of atomic balls, J. Comput. Chem. 35 (2014) 672-681',
    doi: '10.1002/jcc.23538',
  },
  license: 'MIT',
  // The script needs bc and jq, on which its package does not depend.
  requires: [programs.voronotaPocket, programs.bc, programs.jq],
} satisfies ToolContract;
