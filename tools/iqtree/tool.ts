import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { outgroupSetting, sequenceTypeSetting } from '../shared/msa/treeSettings.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
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

/** A model that ModelFinder tried. */
export const modelItem = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: 'By BIC, the best first' }),
    model: Type.String(),
    log_likelihood: Type.Number(),
    aic: Type.Number(),
    aicc: Type.Number(),
    bic: Type.Number(),
  },
  { additionalProperties: false },
);

const replicates = (description: string) => Type.Integer({ minimum: 0, maximum: 10_000, default: 0, description });

export const contract = {
  id: 'iqtree',
  name: 'IQ-TREE 2',
  description: 'Maximum-likelihood trees, with a choice of the model and bootstrap support',
  category: 'Phylogeny',
  tags: ['tree', 'maximum likelihood', 'bootstrap', 'phylogenetic tree', 'phylogeny', 'model selection'],
  version: '2.1.1',
  slots: [alignment],
  settings: settingsOf({
    model: Type.String({
      minLength: 1,
      maxLength: 60,
      default: 'LG+G4',
      description:
        'As IQ-TREE writes them: LG+F+I+G4, WAG+R4 or LG+C20 for proteins, GTR+F+I+G4, HKY or JC for DNA and RNA, +ASC for variable columns alone; TEST and MFP choose the model that fits best',
    }),
    sequence_type: sequenceTypeSetting,
    ufboot: replicates('Replicates of the ultrafast bootstrap: 0, or 1,000 and more'),
    bnni: Type.Boolean({
      default: false,
      description:
        'Better each tree of the ultrafast bootstrap, which is against too high values where the model is wrong',
    }),
    bootstrap: Type.Integer({
      minimum: 0,
      maximum: 1_000,
      default: 0,
      description: 'Replicates of the standard bootstrap, each as long as the search; 100 are usual',
    }),
    alrt: replicates('Replicates of the SH-like approximate likelihood ratio test: 0, or 1,000 and more'),
    outgroup: outgroupSetting,
    constraint: Type.String({
      maxLength: 20_000,
      default: '',
      description:
        'A tree in Newick format of four rows or more, whose branches the result must have; rows that it lacks go anywhere (-g)',
    }),
    fast: Type.Boolean({ default: false, description: 'A quick search, without bootstrap; alrt goes with it' }),
    seed: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  }),
  ports: [
    filePort('tree', 'Tree', { kind: 'tree', format: 'NEWICK' }),
    itemsPort('summary', 'Model and likelihood', treeItem),
    filePort('report', 'Report', { format: 'TEXT' }),
    filePort('log', 'What the program said', { format: 'TEXT' }),
    filePort('consensus', 'Consensus of the trees of a bootstrap', { kind: 'tree', format: 'NEWICK', required: false }),
    itemsPort('models', 'Models that were tried, where the model was chosen', modelItem, false),
    picturePort('Picture of the tree'),
    ...notePorts,
  ],
  // One thread: with several, the same seed gives different trees.
  limits: { wallSeconds: 14_400, memoryMiB: 2048, cpuCores: 1, outputMiB: 1024 },
  credit: { mode: 'metered_runtime', ratePerMinute: 4 },
  citation: {
    text: 'Minh B. Q. et al., IQ-TREE 2: new models and efficient methods for phylogenetic inference in the genomic era, Mol. Biol. Evol. 37 (2020) 1530-1534',
    doi: '10.1093/molbev/msaa015',
    also: [
      {
        text: 'Kalyaanamoorthy S. et al., ModelFinder: fast model selection for accurate phylogenetic estimates, Nat. Methods 14 (2017) 587-589',
        doi: '10.1038/nmeth.4285',
        when: 'with model: MFP or TEST',
      },
      {
        text: 'Hoang D. T. et al., UFBoot2: improving the ultrafast bootstrap approximation, Mol. Biol. Evol. 35 (2018) 518-522',
        doi: '10.1093/molbev/msx281',
        when: 'with ufboot',
      },
      {
        text: 'Guindon S. et al., New algorithms and methods to estimate maximum-likelihood phylogenies: assessing the performance of PhyML 3.0, Syst. Biol. 59 (2010) 307-321',
        doi: '10.1093/sysbio/syq010',
        when: 'with alrt',
      },
    ],
  },
  license: 'GPL-2.0-or-later',
  requires: [programs.iqtree],
  varies: [
    { port: 'report', why: 'it says when and how long IQ-TREE ran' },
    { port: 'log', why: 'it says when, on which host and how long IQ-TREE ran' },
  ],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
