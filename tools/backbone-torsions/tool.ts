import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: 'The first model of each, with its whole backbone (N, CA, C, O)',
  min: 1,
  max: 20,
});

const angle = (description: string) =>
  Type.Unsafe<number | null>({ ...Type.Union([Type.Number(), Type.Null()]), description });

export const torsionItem = Type.Object(
  {
    structure: Type.String(),
    chain: Type.String(),
    seq: Type.String({ description: 'Residue number with its insertion code' }),
    res: Type.String({ description: 'Residue name' }),
    phi: angle('Degrees; null at the start of a chain and after a break'),
    psi: angle('Degrees; null at the end of a chain and before a break'),
    omega: angle('Degrees, of the bond to the next residue; 180 is trans, 0 is cis'),
    region: Type.Unsafe<string | null>({
      ...Type.Union([Type.Enum(['A', 'B', 'G', 'E', 'O']), Type.Null()]),
      description:
        'ABEGO region of the Ramachandran plot: A right-handed helix, B extended, G left-handed helix, E extended with positive phi, O cis peptide',
    }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'backbone-torsions',
  name: 'Backbone torsions',
  description: 'phi, psi and omega of every amino acid, with its region of the Ramachandran plot',
  category: 'Structure',
  tags: ['torsions', 'quality'],
  version: '1.1.0',
  slots: [structures],
  settings: settingsOf({}),
  ports: [
    itemsPort('torsions', 'Torsion angles', torsionItem),
    filePort('table', 'Torsion angles as a table', { kind: 'table', format: 'TSV' }),
    picturePort('Ramachandran plot'),
  ],
  limits: { wallSeconds: 60, memoryMiB: 768, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Ramachandran G. N., Ramakrishnan C., Sasisekharan V., Stereochemistry of polypeptide chain configurations, J. Mol. Biol. 7 (1963) 95-99',
    doi: '10.1016/S0022-2836(63)80023-6',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
