import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

/** The limit exists because all pairs of residues are compared. */
export const MAX_MAP_RESIDUES = 5_000;

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: 'One model of each',
  min: 1,
  max: 20,
  maxResidues: MAX_MAP_RESIDUES,
});

export const summaryItem = Type.Object(
  {
    structure: Type.String(),
    residues: Type.Integer({ description: 'Amino acids that have the atom' }),
    contacts: Type.Integer(),
    contacts_per_residue: Type.Number(),
    interface_residues: Type.Integer({ description: 'Residues in contact with another chain' }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'contact-map',
  name: 'Contact map',
  description:
    'Contacts between residues, inside chains and between them: by alpha or beta carbons, or by their nearest heavy atoms',
  category: 'Structure',
  tags: ['contacts', 'interface', 'distance map', 'residue contacts'],
  version: '2.0.1',
  slots: [structures],
  settings: settingsOf({
    atom: Type.Enum(['CA', 'CB', 'heavy'], {
      default: 'CB',
      description:
        'CB is CA where there is none, as in glycine; heavy is the nearest two atoms that are not hydrogen, for which 4 to 5 Å are usual',
    }),
    cutoff: Type.Number({
      minimum: 3,
      maximum: 20,
      default: 8,
      description: 'Å; a pair at this distance is a contact',
    }),
    min_separation: Type.Integer({
      minimum: 1,
      maximum: 20,
      default: 3,
      description:
        'Least distance along a chain: neighbours are 1 apart, whatever their numbers and insertion codes are; missing residues count',
    }),
    scope: Type.Enum(['all', 'intra', 'inter'], {
      default: 'all',
      description: 'Pairs within chains, between, or both',
    }),
    ...selectionSettings,
  }),
  ports: [
    itemsPort('summary', 'Contacts of each structure', summaryItem),
    filePort('contacts', 'Contacts', { kind: 'table', format: 'TSV' }),
    filePort('map', 'Contact map as residues and index pairs', { kind: 'table', format: 'JSON' }),
    picturePort('Contact map'),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'structure',
      label: 'Structure',
      parts: [{ ports: [], slot: 'structure', look: 'chains' }],
    },
  ],
  limits: { wallSeconds: 60, memoryMiB: 768, cpuCores: 1, outputMiB: 512 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Vendruscolo M., Kussell E., Domany E., Recovery of protein structure from contact maps, Fold. Des. 2 (1997) 295-306',
    doi: '10.1016/S1359-0278(97)00041-2',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
