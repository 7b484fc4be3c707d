import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { outputSetting } from '../shared/msa/formattedOutput.ts';
import { alignerPorts, unalignedSlot } from '../shared/native/aligner.ts';
import { programs } from '../shared/native/programs.ts';
import { settingsOf } from '../shared/settings.ts';

export const sequences = unalignedSlot(3_000, 1_000_000);

/** The limit exists because `align` compares all pairs. */
export const MAX_ALIGN_RECORDS = 500;

export const contract = {
  id: 'muscle',
  name: 'MUSCLE 5',
  description: 'Accurate multiple alignment, with reproducible variants of its ensemble',
  category: 'Alignment',
  tags: ['msa', 'alignment', 'multiple alignment'],
  version: '2.0.1',
  slots: [sequences],
  settings: settingsOf({
    algorithm: Type.Enum(['align', 'super5'], {
      default: 'align',
      description: `align takes at most ${MAX_ALIGN_RECORDS} sequences; super5 is for more`,
    }),
    perturb_seed: Type.Integer({
      minimum: 0,
      maximum: 1000,
      default: 0,
      description: 'Another one gives another variant',
    }),
    output: outputSetting,
  }),
  ports: alignerPorts,
  limits: { wallSeconds: 1800, memoryMiB: 2048, cpuCores: 2, outputMiB: 512 },
  credit: { mode: 'metered_runtime', ratePerMinute: 2 },
  citation: {
    text: 'Edgar R. C., Muscle5: high-accuracy alignment ensembles enable unbiased assessments of sequence homology and phylogeny, Nat. Commun. 13 (2022) 6968',
    doi: '10.1038/s41467-022-34630-w',
  },
  license: 'GPL-3.0-only',
  requires: [programs.muscle],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
