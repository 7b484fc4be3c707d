import { tools } from '@rotamer/tools/catalogue.ts';
import { expect, it } from 'vitest';
import { createCatalogue } from './toolStore.ts';

it('a tool whose price is no number is not offered: the service does not start', () => {
  const [{ contract }] = tools as [(typeof tools)[0]];
  const credit = { mode: 'metered_runtime' as const, ratePerMinute: Number.NaN };
  expect(() => createCatalogue([{ ...contract, credit }])).toThrow(
    'tool "protein-properties": credit.ratePerMinute: must be a number from 0.001 to 1000000, is NaN',
  );
});
