import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Complexes',
  description: 'One model of each, with at least two chains of amino acids or nucleotides',
  min: 1,
  max: 10,
  chains: { min: 2 },
});

const closed = { additionalProperties: false };
const sides = {
  structure: Type.String(),
  chain_a: Type.String({ description: 'Ids of the chains of one side, joined by commas' }),
  chain_b: Type.String(),
};

export const interfaceItem = Type.Object(
  {
    ...sides,
    buried_area: Type.Number({ description: 'Accessible surface of both sides alone less that of the complex, in Å²' }),
    interface_area: Type.Number({ description: 'Half of it, in Å²' }),
    residues_a: Type.Integer({ description: 'Residues of side a that have a contact' }),
    residues_b: Type.Integer(),
    contacts: Type.Integer({ description: 'Pairs of residues with heavy atoms within `contact`' }),
    hbonds: Type.Integer(),
    salt_bridges: Type.Integer(),
  },
  closed,
);

export const residueItem = Type.Object(
  {
    ...sides,
    side: Type.Enum(['a', 'b']),
    chain: Type.String(),
    number: Type.Integer(),
    insertion: Type.String(),
    residue: Type.String(),
    contacts: Type.Integer({ description: 'Residues of the other side within `contact`' }),
    area_alone: Type.Number({ description: 'Accessible surface without the other side, in Å²' }),
    buried: Type.Number({ description: 'How much of it the other side covers, in Å²' }),
  },
  closed,
);

export const bondItem = Type.Object(
  {
    ...sides,
    kind: Type.Enum(['hbond', 'salt_bridge']),
    atom_a: Type.String({ description: 'Residue and atom, e.g. `A:LYS27 NZ`' }),
    atom_b: Type.String(),
    distance: Type.Number({ description: 'Å' }),
  },
  closed,
);

const ids = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 8 }), { default: [], maxItems: 100, description });

export const contract = {
  id: 'interface',
  name: 'Interface',
  description: 'Contacts, buried surface, hydrogen bonds and salt bridges between the chains of a complex',
  category: 'Structure',
  tags: [
    'complex',
    'contacts',
    'buried surface',
    'salt bridge',
    'hydrogen bond',
    'protein-protein interface',
    'buried area',
    'hydrogen bonds',
  ],
  version: '1.1.0',
  slots: [structures],
  settings: settingsOf({
    model: selectionSettings.model,
    altloc: selectionSettings.altloc,
    chains_a: ids('Chains of one side, as `["H", "L"]`; none: every pair of chains that touch'),
    chains_b: ids('Chains of the other side; none: all that are not in `chains_a`'),
    contact: Type.Number({ minimum: 2, maximum: 10, default: 4.5, description: 'Å between heavy atoms' }),
    probe: Type.Number({
      minimum: 0.5,
      maximum: 3,
      default: 1.4,
      description: 'Radius of the probe of the surface, in Å',
    }),
    points: Type.Integer({ minimum: 50, maximum: 2_000, default: 300, description: 'Points on each atom' }),
  }),
  ports: [
    itemsPort('interfaces', 'Interfaces', interfaceItem, false),
    itemsPort('residues', 'Residues of each interface', residueItem, false),
    itemsPort('bonds', 'Hydrogen bonds and salt bridges', bondItem, false),
    picturePort('Buried surface by residue', false),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'structure',
      label: 'Buried surface on the complex',
      parts: [{ ports: [], slot: 'structure', look: 'structure' }],
      values: { port: 'residues', field: 'buried' },
    },
  ],
  limits: { wallSeconds: 300, memoryMiB: 768, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Chothia C., Janin J., Principles of protein-protein recognition, Nature 256 (1975) 705-708; surface: Shrake A., Rupley J. A., Environment and exposure to solvent of protein atoms, J. Mol. Biol. 79 (1973) 351-371; salt bridges: Barlow D. J., Thornton J. M., Ion-pairs in proteins, J. Mol. Biol. 168 (1983) 867-885',
    doi: '10.1038/256705a0',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
