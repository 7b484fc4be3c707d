import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { outgroupSetting, sequenceTypeSetting } from '../shared/msa/treeSettings.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot } from '../shared/slots.ts';

export const alignment = alignmentSlot({ minRows: 3, maxRows: 5_000 });

export const treeItem = Type.Object(
  {
    leaves: Type.Integer(),
    log_likelihood: Type.Union([Type.Number(), Type.Null()], {
      description:
        'With `gamma` under 20 rate categories of a gamma distribution; without it under the rates that were fitted (CAT), which compares trees of one run only; without `site_rates` under the plain model',
    }),
    alpha: Type.Union([Type.Number(), Type.Null()], { description: 'Shape of the gamma distribution of rates' }),
  },
  { additionalProperties: false },
);

/** Models for nucleotides; all others are for proteins. */
export const DNA_MODELS = ['jc', 'gtr'];

export const contract = {
  id: 'fasttree',
  name: 'FastTree 2',
  description: 'Approximately-maximum-likelihood trees with local support values',
  category: 'Phylogeny',
  tags: ['tree', 'maximum likelihood', 'phylogenetic tree', 'phylogeny'],
  version: '1.2.0',
  slots: [alignment],
  settings: settingsOf({
    model: Type.Enum(['lg', 'wag', 'jtt', ...DNA_MODELS], {
      default: 'lg',
      description: 'lg, wag and jtt for proteins, jc and gtr for DNA and RNA',
    }),
    sequence_type: sequenceTypeSetting,
    gamma: Type.Boolean({
      default: true,
      description: 'Rescale lengths by rates of 20 categories, and give the likelihood under them',
    }),
    site_rates: Type.Boolean({
      default: true,
      description: 'Fit a rate to each site (CAT); without it all sites have one rate, as the plain model says',
    }),
    support: Type.Boolean({ default: true, description: 'Give branches their SH-like local support, from 0 to 1' }),
    outgroup: outgroupSetting,
    seed: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  }),
  ports: [
    filePort('tree', 'Tree with support values', { kind: 'tree', format: 'NEWICK' }),
    itemsPort('summary', 'Likelihood', treeItem),
    picturePort('Picture of the tree'),
    ...notePorts,
  ],
  limits: { wallSeconds: 900, memoryMiB: 2048, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 0, perUnit: 2, unit: 'started 500 rows' },
  citation: {
    text: 'Price M. N., Dehal P. S., Arkin A. P., FastTree 2: approximately maximum-likelihood trees for large alignments, PLoS ONE 5 (2010) e9490',
    doi: '10.1371/journal.pone.0009490',
  },
  license: 'GPL-2.0-or-later',
  requires: [programs.fasttree],
  log: ['stderr'],
} satisfies ToolContract;
