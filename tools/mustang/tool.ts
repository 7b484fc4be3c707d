import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const MAX_CHAIN = 1_000;

/** MUSTANG compares fragments of six residues. It crashes at chains that are hardly longer. */
export const MIN_CHAIN = 10;

export const structures = structureSlot({
  id: 'structures',
  label: 'Structures',
  description: `One chain of one model of each, ${MIN_CHAIN} to ${MAX_CHAIN} amino acids`,
  min: 2,
  max: 30,
});

export const rmsdItem = Type.Object(
  {
    a: Type.String(),
    b: Type.String(),
    source_chain_a: Type.String({ description: 'The chain of `a` that was aligned' }),
    source_chain_b: Type.String({ description: 'The chain of `b` that was aligned' }),
    chain_a: Type.String({ description: 'Of `a` in the superposed file' }),
    chain_b: Type.String({ description: 'Of `b` in the superposed file' }),
    core: Type.Integer({ description: 'Columns of the alignment in which all structures have a residue' }),
    rmsd: Type.Number({ description: 'Å, over the columns of the core, in the superposition of all' }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'mustang',
  name: 'MUSTANG',
  description: 'Alignment of several protein structures by their shape, independent of the sequences',
  category: 'Structure',
  tags: ['structural alignment', 'superposition', 'msa', 'align structures'],
  version: '1.2.0',
  slots: [structures],
  settings: settingsOf({
    model: selectionSettings.model,
    chains: Type.Array(Type.String({ maxLength: 8 }), {
      default: [],
      maxItems: 30,
      description:
        'The chain of each structure, in their order, or one id for all; empty: the first chain with amino acids',
    }),
    residues: selectionSettings.residues,
    altloc: selectionSettings.altloc,
  }),
  ports: [
    filePort('alignment', 'Alignment', { kind: 'msa', format: 'AFA' }),
    filePort('superposed', 'All structures in one frame', { kind: 'structure', format: 'PDB' }),
    itemsPort('rmsd', 'Distance of each pair', rmsdItem, true, {
      a: { title: 'First structure' },
      b: { title: 'Second structure' },
    }),
    picturePort('Alignment by structure'),
    ...notePorts,
  ],
  scenes: [{ id: 'superposed', label: 'Superposed structures', parts: [{ ports: ['superposed'], look: 'chains' }] }],
  limits: { wallSeconds: 300, memoryMiB: 512, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 2, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Konagurthu A.S., Whisstock J.C., Stuckey P.J., Lesk A.M., MUSTANG: a multiple structural alignment algorithm, Proteins 64 (2006) 559-574',
    doi: '10.1002/prot.20921',
  },
  license: 'BSD-3-Clause',
  requires: [programs.mustang],
} satisfies ToolContract;
