import type { Check } from '../contract.ts';
import { readSequences, residuesOf } from '../shared/readInputs.ts';
import { basesOf, LEAST_SINGLE, modeOf } from './genomes.ts';
import { genome, MAX_BASES } from './tool.ts';

const MILLION = 1_000_000;

export const check: Check = (inputs, settings) => {
  const { problems, records } = readSequences(inputs, genome);
  if (settings.table !== 11 && settings.mode !== 'single')
    problems.push({
      path: 'settings.table',
      message: `only the mode single takes table ${settings.table}; meta chooses the genetic code by itself`,
    });
  if (settings.full_motif_scan && settings.mode === 'meta')
    problems.push({
      path: 'settings.full_motif_scan',
      message: 'is of the mode single; meta learns nothing of the genome',
    });
  const total = residuesOf(inputs, genome, records);
  if (total > MAX_BASES)
    problems.push({
      path: 'input.inputs',
      message: `the genomes have ${total} bases together, the limit is ${MAX_BASES}`,
    });
  const genomes = Map.groupBy(records, ({ inputPath }) => inputPath);
  for (const [inputPath, contigs] of problems.length > 0 ? [] : genomes) {
    const bases = basesOf(contigs);
    if (modeOf(settings, bases) === 'single' && bases < LEAST_SINGLE)
      problems.push({
        path: `${inputPath}.content`,
        message: `the mode single needs ${LEAST_SINGLE} bases, the genome has ${bases}; use meta`,
      });
  }
  return { problems, units: problems.length > 0 ? 0 : Math.max(1, Math.ceil(total / MILLION)) };
};
