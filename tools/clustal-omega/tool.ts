import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { outputSetting } from '../shared/msa/formattedOutput.ts';
import { alignerPorts, unalignedSlot } from '../shared/native/aligner.ts';
import { programs } from '../shared/native/programs.ts';
import { filePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';

/** A matrix of more sequences would be too large for people to open. */
export const MAX_MATRIX = 2_000;

export const sequences = unalignedSlot(4_000, 2_000_000);

export const contract = {
  id: 'clustal-omega',
  name: 'Clustal Omega',
  description: 'Multiple alignment along a guide tree, with the tree',
  category: 'Alignment',
  tags: ['msa', 'alignment', 'multiple alignment', 'align many sequences'],
  version: '2.0.0',
  slots: [sequences],
  settings: settingsOf({
    iterations: Type.Integer({ minimum: 0, maximum: 5, default: 0, description: 'Rounds of refinement' }),
    full_distance_matrix: Type.Boolean({
      default: false,
      description: 'Compare all pairs for the guide tree, and give their identities',
    }),
    output: outputSetting,
  }),
  ports: [
    ...alignerPorts,
    filePort('guide_tree', 'Guide tree, of three or more sequences', {
      kind: 'tree',
      format: 'NEWICK',
      required: false,
    }),
    filePort('distances', `Identities of all pairs (%), with the full matrix of at most ${MAX_MATRIX} sequences`, {
      kind: 'table',
      format: 'TSV',
      required: false,
    }),
  ],
  limits: { wallSeconds: 900, memoryMiB: 2048, cpuCores: 2, outputMiB: 512 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 200 sequences' },
  citation: {
    text: 'Sievers F. et al., Fast, scalable generation of high-quality protein multiple sequence alignments using Clustal Omega, Mol. Syst. Biol. 7 (2011) 539',
    doi: '10.1038/msb.2011.75',
  },
  license: 'GPL-2.0-or-later',
  requires: [programs.clustalo],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
