import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

/** TM-align's arrays hold 5,000 residues. */
export const MAX_CHAIN = 5_000;

export const reference = structureSlot({
  id: 'reference',
  label: 'Reference structure',
  description: `One chain of one model, at most ${MAX_CHAIN} amino acids`,
  min: 1,
  max: 1,
});

export const mobiles = structureSlot({
  id: 'mobiles',
  label: 'Structures to align',
  description: 'One chain, or each chain, of one model of each',
  min: 1,
  max: 100,
});

const chainSetting = (description: string) => Type.String({ default: '', maxLength: 8, description });

const vector = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });

export const alignmentItem = Type.Object(
  {
    mobile: Type.String(),
    mobile_chain: Type.String({ description: 'The chain that was aligned' }),
    reference_chain: Type.String({ description: 'The chain that it was aligned with' }),
    mobile_length: Type.Integer({ description: 'Amino acids of the chain with an alpha carbon' }),
    reference_length: Type.Integer(),
    aligned: Type.Integer({ description: 'Aligned pairs of residues' }),
    rmsd: Type.Number({ description: 'Å, over the aligned pairs' }),
    tm_score_mobile: Type.Number({ description: 'Normalised by `mobile_length`' }),
    tm_score_reference: Type.Number({
      description: 'Normalised by `reference_length`; above 0.5 the fold is the same',
    }),
    tm_score_average: Type.Union([Type.Number(), Type.Null()], {
      description: 'Normalised by the mean of both lengths, where `normalize_by` is average',
    }),
    seq_identity: Type.Number({ description: 'Of the aligned pairs' }),
    rotation: Type.Array(vector, { minItems: 3, maxItems: 3, description: 'Rows of R in x′ = R·x + t' }),
    translation: Type.Unsafe<number[]>({ ...vector, description: 't in x′ = R·x + t, in Å' }),
    number: Type.Integer({ description: 'Number in the names of the files' }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'tm-align',
  name: 'TM-align',
  description: 'Structural alignment independent of the sequences, with TM-scores',
  category: 'Structure',
  tags: ['tm-score', 'superposition', 'superimpose', 'align structures', 'fold comparison', 'structural alignment'],
  version: '2.1.0',
  slots: [reference, mobiles],
  settings: settingsOf({
    normalize_by: Type.Enum(['reference', 'mobile', 'average'], {
      default: 'reference',
      description: 'The TM-score that ranks',
    }),
    reference_chain: chainSetting('Chain of the reference; empty: the first one with amino acids'),
    mobile_chain: chainSetting(
      'Chain of each other structure; empty: the first one with amino acids; `*`: each, one by one',
    ),
    reference_model: selectionSettings.model,
    mobile_model: selectionSettings.model,
    reference_residues: selectionSettings.residues,
    mobile_residues: selectionSettings.residues,
    altloc: selectionSettings.altloc,
  }),
  ports: [
    itemsPort('alignments', 'Alignments, best TM-score first', alignmentItem, true, {
      number: { title: 'File number' },
    }),
    filePort('alignment', 'Aligned pair', { kind: 'msa', format: 'AFA' }),
    filePort('superposed', 'Moved structures', { kind: 'structure', format: 'PDB' }),
    filePort('pair', 'Both aligned chains in one frame: A is of the reference, B of the moved structure', {
      kind: 'structure',
      format: 'PDB',
    }),
    picturePort('Alignment by structure'),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'pair',
      label: 'Both aligned chains',
      parts: [{ ports: ['pair'], look: 'chains' }],
      rows: { port: 'alignments', number: 'number', caption: ['mobile', 'tm_score_reference', 'rmsd'] },
    },
  ],
  limits: { wallSeconds: 600, memoryMiB: 1024, cpuCores: 1, outputMiB: 512 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 20 pairs' },
  citation: {
    text: 'Zhang Y., Skolnick J., TM-align: a protein structure alignment algorithm based on the TM-score, Nucleic Acids Res. 33 (2005) 2302-2309',
    doi: '10.1093/nar/gki524',
  },
  license: 'LicenseRef-TM-align',
  requires: [programs.tmAlign],
} satisfies ToolContract;
