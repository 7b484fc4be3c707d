import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const ligand = {
  id: 'ligand',
  label: 'Ligand',
  description: 'A ligand in its binding site, as a molecule or as a structure file of its own',
  min: 0,
  max: 1,
  acceptedKinds: ['ligand', 'structure'],
  acceptedFormats: ['SDF', 'MOL', 'MOL2', 'PDBQT', 'PDB', 'MMCIF'],
  defaultKind: 'ligand',
  capabilities: plainCapabilities({ min: 0, max: 1 }, { maxHeavyAtoms: 1_000, externalSources: [] }),
} satisfies ToolInputSlot;

export const structure = structureSlot({
  id: 'structure',
  label: 'Structure',
  description: 'A receptor; the box is put around the residues named in the settings',
  min: 0,
  max: 1,
});

const vector = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });

export const boxItem = Type.Object(
  {
    center: Type.Unsafe<number[]>({ ...vector, description: 'Å' }),
    size: Type.Unsafe<number[]>({ ...vector, description: 'Lengths of the sides in Å' }),
    volume: Type.Number({ description: 'Å³' }),
    atoms: Type.Integer({ description: 'Heavy atoms that the box was put around' }),
    clipped: Type.Boolean({ description: 'A side was cut to `max_side`' }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'binding-box',
  name: 'Docking box',
  description: 'The search box for docking around a ligand or around named residues',
  category: 'Docking',
  tags: ['box', 'docking box', 'grid box', 'search space'],
  version: '1.2.0',
  slots: [ligand, structure],
  settings: settingsOf({
    residues: Type.Array(
      Type.String({ maxLength: 40, pattern: '^[^:\\s]{0,8}:(-?[0-9]{1,5}[A-Za-z]?|[A-Za-z0-9]{1,5})$' }),
      {
        default: [],
        maxItems: 200,
        description: 'With `structure`: residues as chain and number, or chain and ligand name: A:315, A:STI',
      },
    ),
    model: selectionSettings.model,
    altloc: selectionSettings.altloc,
    padding: Type.Number({ minimum: 0, maximum: 15, default: 5, description: 'Å on every side' }),
    max_side: Type.Number({ minimum: 10, maximum: 60, default: 30, description: 'Å; longer sides are cut to it' }),
    cubic: Type.Boolean({ default: false, description: 'Give all sides the length of the longest' }),
  }),
  ports: [filePort('box', 'Box', { kind: 'box', format: 'JSON' }), itemsPort('boxes', 'Box', boxItem), ...notePorts],
  scenes: [
    {
      id: 'structure',
      label: 'Box in the structure',
      parts: [{ ports: [], slot: 'structure', look: 'chains' }],
      boxes: ['box'],
    },
  ],
  limits: { wallSeconds: 60, memoryMiB: 768, cpuCores: 1, outputMiB: 16 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'box' },
  citation: {
    text: 'Feinstein W. P., Brylinski M., Calculating an optimal box size for ligand docking and virtual screening against experimental and predicted binding pockets, J. Cheminform. 7 (2015) 18',
    doi: '10.1186/s13321-015-0067-5',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
