import type { Check, Problem, Settings } from '../contract.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { readSequences } from '../shared/readInputs.ts';
import { sequences } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { count, problems, records } = readSequences(inputs, sequences);
  const all = [...problems, ...unordered(settings)];
  if (all.length === 0 && records.length > 0 && !records.some((record) => holdsProduct(record, settings)))
    all.push({ path: 'input.inputs', message: `no sequence has product_min, ${settings.product_min}, bases` });
  return { problems: all, units: all.length > 0 ? 0 : count };
};

/** Whether the smallest product can be in a sequence; Primer3 fails where it cannot. */
export const holdsProduct = ({ sequence }: SequenceRecord, { product_min }: Settings): boolean =>
  sequence.length >= (product_min as number);

/** Returns a problem for each pair of limits whose lower limit is above the upper one. */
function unordered(settings: Settings): Problem[] {
  const rows = [
    ['product_min', 'product_max'],
    ['length_min', 'length_best'],
    ['length_best', 'length_max'],
    ['tm_min', 'tm_best'],
    ['tm_best', 'tm_max'],
    ['gc_min', 'gc_max'],
    ['length_max', 'product_min'],
  ] as const;
  return rows.flatMap(([low, high]) =>
    (settings[low] as number) > (settings[high] as number)
      ? { path: `settings.${low}`, message: `${settings[low]} is more than ${high}, ${settings[high]}` }
      : [],
  );
}
