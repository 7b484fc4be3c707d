import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot } from '../shared/slots.ts';

export const alignment = alignmentSlot({ minRows: 3, maxRows: 500 });

export const treeItem = Type.Object(
  {
    model: Type.String({ description: 'The one that was chosen or told' }),
    log_likelihood: Type.Number(),
    tree_length: Type.Number({ description: 'Sum of the branch lengths' }),
    leaves: Type.Integer(),
  },
  { additionalProperties: false },
);

/** The model of nucleotides; TEST and MFP are for all alignments, the others for proteins. */
export const DNA_MODEL = 'GTR+G4';
export const CHOOSING = ['TEST', 'MFP'];

export const contract = {
  id: 'iqtree',
  name: 'IQ-TREE 2',
  description: 'Maximum-likelihood trees, with a choice of the model and bootstrap support',
  category: 'Phylogeny',
  tags: ['tree', 'maximum likelihood', 'bootstrap'],
  version: '1.1.0',
  slots: [alignment],
  settings: settingsOf({
    // For the program any other name is that of a file.
    model: Type.Enum(['LG+G4', 'WAG+G4', 'JTT+G4', DNA_MODEL, ...CHOOSING], {
      default: 'LG+G4',
      description: `${DNA_MODEL} for DNA and RNA; TEST and MFP choose the model that fits best`,
    }),
    ufboot: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      default: 0,
      description: 'Replicates of the ultrafast bootstrap: 0, or 1,000 and more',
    }),
    fast: Type.Boolean({ default: false, description: 'A quick search, without bootstrap' }),
    seed: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  }),
  ports: [
    filePort('tree', 'Tree', { kind: 'tree', format: 'NEWICK' }),
    itemsPort('summary', 'Model and likelihood', treeItem),
    filePort('report', 'Report', { format: 'TEXT' }),
    filePort('log', 'What the program said', { format: 'TEXT' }),
    picturePort('Picture of the tree'),
  ],
  // One thread: with several the same seed gives other trees.
  limits: { wallSeconds: 14_400, memoryMiB: 2048, cpuCores: 1, outputMiB: 1024 },
  credit: { mode: 'metered_runtime', ratePerMinute: 4 },
  citation: {
    text: 'Minh B. Q. et al., IQ-TREE 2: new models and efficient methods for phylogenetic inference in the genomic era, Mol. Biol. Evol. 37 (2020) 1530-1534',
    doi: '10.1093/molbev/msaa015',
  },
  license: 'GPL-2.0-or-later',
  requires: [programs.iqtree],
  varies: [
    { port: 'report', why: 'it says when and how long IQ-TREE ran' },
    { port: 'log', why: 'it says when, on which host and how long IQ-TREE ran' },
  ],
} satisfies ToolContract;
