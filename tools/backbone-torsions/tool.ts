import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: 'One model of each, with its whole backbone (N, CA, C, O)',
  min: 1,
  max: 20,
});

/** Maximum number of outliers that the summary names. */
export const MAX_OUTLIERS = 100;

const kinds = ['general', 'isoleucine_valine', 'pre_proline', 'glycine', 'trans_proline', 'cis_proline'] as const;

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
    kind: Type.Unsafe<string | null>({
      ...Type.Union([Type.Enum([...kinds]), Type.Null()]),
      description:
        'Which contours of the Ramachandran plot judge the residue; null for D-amino acids, for which there are none',
    }),
    quality: Type.Unsafe<string | null>({
      ...Type.Union([Type.Enum(['favoured', 'allowed', 'outlier']), Type.Null()]),
      description: 'By the contours of the Top8000 set, in bins of 2 degrees; null where an angle is missing',
    }),
    chi1: angle('Degrees; null where the side chain has no such angle, or lacks an atom'),
    chi2: angle('Degrees'),
    chi3: angle('Degrees'),
    chi4: angle('Degrees'),
  },
  { additionalProperties: false },
);

export const summaryItem = Type.Object(
  {
    structure: Type.String(),
    residues: Type.Integer(),
    judged: Type.Integer({ description: 'Residues with both angles, D-amino acids excepted' }),
    favoured: Type.Integer(),
    allowed: Type.Integer(),
    outliers: Type.Integer(),
    favoured_fraction: Type.Unsafe<number | null>({
      ...Type.Union([Type.Number(), Type.Null()]),
      description: 'Of the judged residues; good structures have 0.98 or more',
    }),
    outlier_names: Type.Array(Type.String(), { description: `At most ${MAX_OUTLIERS}` }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'backbone-torsions',
  name: 'Backbone torsions',
  description:
    'phi, psi, omega and chi of every amino acid, with its region of the Ramachandran plot, and which are outliers',
  category: 'Structure',
  tags: ['torsions', 'quality', 'ramachandran', 'phi psi', 'dihedral angles'],
  version: '2.0.1',
  slots: [structures],
  settings: settingsOf({ ...selectionSettings }),
  ports: [
    itemsPort('torsions', 'Torsion angles', torsionItem),
    itemsPort('summary', 'Favoured residues and outliers', summaryItem),
    filePort('table', 'Torsion angles as a table', { kind: 'table', format: 'TSV' }),
    picturePort('Ramachandran plot'),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'structure',
      label: 'Ramachandran outliers on the structure',
      parts: [{ ports: [], slot: 'structure', look: 'structure' }],
      values: { port: 'torsions', field: 'quality' },
    },
  ],
  limits: { wallSeconds: 60, memoryMiB: 768, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Ramachandran G. N., Ramakrishnan C., Sasisekharan V., Stereochemistry of polypeptide chain configurations, J. Mol. Biol. 7 (1963) 95-99; contours: Williams C. J. et al., MolProbity: more and better reference data for improved all-atom structure validation, Protein Sci. 27 (2018) 293-315',
    doi: '10.1016/S0022-2836(63)80023-6',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
