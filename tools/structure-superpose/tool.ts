import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

/** Largest number of amino acids in a chain: an alignment of two such chains has 25 million cells. */
export const MAX_CHAIN = 5_000;

export const reference = structureSlot({
  id: 'reference',
  label: 'Reference structure',
  description: 'One model of it',
  min: 1,
  max: 1,
});

export const mobile = structureSlot({
  id: 'mobile',
  label: 'Structures to superpose',
  description: 'One model of each is moved onto the reference',
  min: 1,
  max: 50,
});

const vector = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });

export const superpositionItem = Type.Object(
  {
    mobile: Type.String(),
    chain_reference: Type.String({ description: 'Several are separated by commas' }),
    chain_mobile: Type.String(),
    aligned: Type.Integer({ description: 'Matched pairs of atoms, those left out as outliers excepted' }),
    rejected: Type.Integer({ description: 'Pairs left out as outliers' }),
    rmsd: Type.Number({ description: 'Å, over the aligned pairs' }),
    rotation: Type.Array(vector, { minItems: 3, maxItems: 3, description: 'Rows of R in x′ = R·x + t' }),
    translation: Type.Unsafe<number[]>({ ...vector, description: 't in x′ = R·x + t, in Å' }),
    file: Type.String({ description: 'Name of the superposed file' }),
    overlay: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the file that has both structures; null where their chains do not fit in one',
    }),
  },
  { additionalProperties: false },
);

export const failureItem = Type.Object(
  { mobile: Type.String(), message: Type.String() },
  { additionalProperties: false },
);

const chain = (which: string) =>
  Type.String({ maxLength: 8, default: '', description: `Chain of the ${which}; empty: its first with amino acids` });

const residues = (which: string) =>
  Type.String({
    maxLength: 5_000,
    default: '',
    description: `Residues of the ${which} that are matched, as \`A:10-90, A:95B\`; empty: all. All are moved`,
  });

export const contract = {
  id: 'structure-superpose',
  name: 'Superpose structures',
  description: 'Least-squares superposition on matched residues, with RMSD, the moved structures, and both in one file',
  category: 'Structure',
  tags: ['rmsd', 'kabsch', 'superimpose', 'align structures', 'compare structures'],
  version: '2.0.1',
  slots: [reference, mobile],
  settings: settingsOf({
    match: Type.Enum(['residue_number', 'sequence_alignment'], {
      default: 'sequence_alignment',
      description: 'How residues are paired: by equal numbers, or by aligning the sequences',
    }),
    chain_reference: chain('reference'),
    chain_mobile: chain('structures to superpose'),
    all_chains: Type.Boolean({
      default: false,
      description: 'Superpose complexes by all their chains: those of equal ids, or in their order',
    }),
    residues_reference: residues('reference'),
    residues_mobile: residues('structures to superpose'),
    model_reference: selectionSettings.model,
    model_mobile: selectionSettings.model,
    altloc: selectionSettings.altloc,
    atoms: Type.Enum(['CA', 'backbone', 'heavy'], {
      default: 'CA',
      description:
        'Atoms of matched residues that are superposed: backbone is N, CA, C and O; heavy those of equal names',
    }),
    cycles: Type.Integer({
      minimum: 0,
      maximum: 20,
      default: 0,
      description: 'How often outliers are left out and the rest is superposed again, as in PyMOL, whose default is 5',
    }),
    cutoff: Type.Number({
      minimum: 1,
      maximum: 10,
      default: 2,
      description: 'An outlier is farther apart than this many RMSD',
    }),
  }),
  ports: [
    itemsPort('superpositions', 'Superpositions, lowest RMSD first', superpositionItem),
    filePort('superposed', 'Moved structures', { kind: 'structure', format: 'PDB' }),
    filePort('overlay', 'Reference and moved structure together', {
      kind: 'structure',
      format: 'PDB',
      required: false,
    }),
    itemsPort('failures', 'Structures that could not be superposed', failureItem, false),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'overlay',
      label: 'Reference and moved structure',
      parts: [{ ports: ['overlay', 'superposed'], look: 'chains' }],
    },
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
