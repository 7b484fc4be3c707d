import { tools } from '@rotamer/tools/catalogue.ts';
import { expect, it } from 'vitest';
import { createCatalogue } from './toolStore.ts';

it('refuses to start with a tool whose price is not a number', () => {
  const [{ contract }] = tools as [(typeof tools)[0]];
  const credit = { mode: 'metered_runtime' as const, ratePerMinute: Number.NaN };
  expect(() => createCatalogue([{ ...contract, credit }])).toThrow(
    'tool "protein-properties": credit.ratePerMinute: must be a number from 0.001 to 1000000, is NaN',
  );
});

it('refuses to start with a catalogue that is too large for one list', () => {
  const [{ contract }] = tools as [(typeof tools)[0]];
  const many = Array.from({ length: 100 }, (_, n) => ({ ...contract, id: `tool-${n}` }));
  expect(createCatalogue(many).list()).toHaveLength(100);
  const large = many.map((one) => ({ ...one, description: 'x'.repeat(40_000) }));
  expect(() => createCatalogue(large)).toThrow(
    /^the contracts of 100 tools have \d+ bytes together, at most \d+ can be sent/,
  );
});
