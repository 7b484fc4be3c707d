import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filePort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot } from '../shared/slots.ts';
import type { Distance } from './distances.ts';

export const alignment = alignmentSlot({ minRows: 3, maxRows: 500 });

export const contract = {
  id: 'distance-tree',
  name: 'Neighbour-joining tree',
  description: 'NJ from p-distance or Poisson-corrected distance',
  category: 'Phylogeny',
  tags: ['tree', 'nj'],
  version: '1.1.0',
  slots: [alignment],
  settings: settingsOf({
    distance: Type.Enum(['p', 'poisson'] satisfies Distance[], {
      default: 'poisson',
      description:
        'p is the fraction of different residues over the columns where both rows have one; poisson is -ln(1 - p), ' +
        'the expected number of substitutions per site',
    }),
  }),
  ports: [
    filePort('tree', 'Unrooted tree with branch lengths', { kind: 'tree', format: 'NEWICK' }),
    picturePort('Picture of the tree'),
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'alignment' },
  citation: {
    text: 'Saitou N., Nei M., The neighbor-joining method: a new method for reconstructing phylogenetic trees, Mol. Biol. Evol. 4 (1987) 406-425',
    doi: '10.1093/oxfordjournals.molbev.a040454',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
