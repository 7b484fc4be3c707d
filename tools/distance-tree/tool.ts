import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { alphabetSetting } from '../shared/msa/alphabetSetting.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot } from '../shared/slots.ts';
import { type Distance, models } from './models.ts';

export const alignment = alignmentSlot({ minRows: 3, maxRows: 500 });

export const contract = {
  id: 'distance-tree',
  name: 'Neighbour-joining tree',
  description: 'NJ from p, Poisson, Kimura, Jukes-Cantor or K80 distances, with bootstrap',
  category: 'Phylogeny',
  tags: ['tree', 'nj', 'phylogenetic tree', 'phylogeny', 'neighbour joining', 'upgma'],
  version: '2.0.0',
  slots: [alignment],
  settings: settingsOf({
    alphabet: alphabetSetting,
    distance: Type.Enum(Object.keys(models) as Distance[], {
      default: 'poisson',
      description:
        'p is the fraction of different residues over the columns where both rows have a known one; the others are substitutions per ' +
        'site: poisson is -ln(1 - p), kimura (proteins) -ln(1 - p - 0.2 p²), jc69 and k80 (nucleotides) the models of Jukes and ' +
        'Cantor, and of Kimura with transitions and transversions apart',
    }),
    gaps: Type.Enum(['pairwise', 'complete'], {
      default: 'pairwise',
      description:
        'Columns with a gap or an ambiguity code: left out for the pairs that have them, or for all rows as soon as one has them',
    }),
    bootstrap: Type.Integer({
      minimum: 0,
      maximum: 1000,
      default: 0,
      description:
        'Replicates of columns drawn with replacement; branches then have the percentage of trees that have them',
    }),
    seed: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, default: 1, description: 'Of the replicates' }),
  }),
  ports: [
    filePort('tree', 'Unrooted tree with branch lengths', { kind: 'tree', format: 'NEWICK' }),
    filePort('distances', 'Distances of all pairs', { kind: 'table', format: 'TSV', required: false }),
    picturePort('Picture of the tree'),
    ...notePorts,
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
