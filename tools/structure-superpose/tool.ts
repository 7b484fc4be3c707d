import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

/** Of a chain, in amino acids: an alignment of two has at most 25 million cells. */
export const MAX_CHAIN = 5_000;

export const reference = structureSlot({
  id: 'reference',
  label: 'Reference structure',
  description: 'The first model',
  min: 1,
  max: 1,
});

export const mobile = structureSlot({
  id: 'mobile',
  label: 'Structures to superpose',
  description: 'The first model of each is moved onto the reference',
  min: 1,
  max: 50,
});

const vector = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });

export const superpositionItem = Type.Object(
  {
    mobile: Type.String(),
    chain_reference: Type.String(),
    chain_mobile: Type.String(),
    aligned: Type.Integer({ description: 'Matched pairs of CA atoms' }),
    rmsd: Type.Number({ description: 'Å, over the matched pairs' }),
    rotation: Type.Array(vector, { minItems: 3, maxItems: 3, description: 'Rows of R in x′ = R·x + t' }),
    translation: Type.Unsafe<number[]>({ ...vector, description: 't in x′ = R·x + t, in Å' }),
    file: Type.String({ description: 'Name of the superposed file' }),
  },
  { additionalProperties: false },
);

export const failureItem = Type.Object(
  { mobile: Type.String(), message: Type.String() },
  { additionalProperties: false },
);

const chain = (which: string) =>
  Type.String({ maxLength: 8, default: '', description: `Chain of the ${which}; empty: its first with amino acids` });

export const contract = {
  id: 'structure-superpose',
  name: 'Superpose structures',
  description: 'Least-squares superposition on matched alpha carbons, with RMSD and the moved structures',
  category: 'Structure',
  tags: ['rmsd', 'kabsch'],
  version: '1.0.0',
  slots: [reference, mobile],
  settings: settingsOf({
    match: Type.Enum(['residue_number', 'sequence_alignment'], {
      default: 'sequence_alignment',
      description: 'How residues are paired: by equal numbers, or by aligning the sequences',
    }),
    chain_reference: chain('reference'),
    chain_mobile: chain('structures to superpose'),
    atoms: Type.Enum(['CA'], { default: 'CA' }),
  }),
  ports: [
    itemsPort('superpositions', 'Superpositions, lowest RMSD first', superpositionItem),
    filePort('superposed', 'Moved structures', { kind: 'structure', format: 'PDB' }),
    itemsPort('failures', 'Structures that could not be superposed', failureItem, false),
  ],
  limits: { wallSeconds: 120, memoryMiB: 768, cpuCores: 1, outputMiB: 512 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Horn B. K. P., Closed-form solution of absolute orientation using unit quaternions, J. Opt. Soc. Am. A 4 (1987) 629-642',
    doi: '10.1364/JOSAA.4.000629',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
