import * as Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { tools } from '../catalogue.ts';
import type { ToolContract } from '../contract.ts';
import { refuseUnsound } from './soundContract.ts';

const [{ contract: sound }] = tools as [(typeof tools)[0]];
const [slot] = sound.slots as [ToolContract['slots'][0]];

it('accepts every built-in tool, and a tool that is free', () => {
  for (const { contract } of [...tools, { contract: { ...sound, credit: { mode: 'free' as const } } }])
    expect(() => refuseUnsound(contract)).not.toThrow();
});

describe('refuses a tool, naming the tool and the path, with', () => {
  const metered = (ratePerMinute: number) => ({ credit: { mode: 'metered_runtime' as const, ratePerMinute } });
  const fixed = (base: number, perUnit: number) => ({
    credit: { mode: 'fixed' as const, base, perUnit, unit: 'sequence' },
  });

  it.each<[string, Partial<ToolContract>, string]>([
    ...[Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 0.0001, '3' as never].map(
      (rate) => [`a rate of ${rate}`, metered(rate), 'credit.ratePerMinute'] as [string, Partial<ToolContract>, string],
    ),
    ['a base of NaN', fixed(Number.NaN, 1), 'credit.base'],
    ['a negative price per unit', fixed(1, -1), 'credit.perUnit'],
    ['a fixed price of nothing', fixed(0, 0), 'credit'],
    ['no price', { credit: {} as never }, 'credit.mode'],
    ['a long slot id', { slots: [slot, { ...slot, id: 'x'.repeat(129) }] }, 'slots[1].id'],
    ['a long label', { slots: [{ ...slot, label: 'x'.repeat(501) }] }, 'slots[0].label'],
    ['a slot without an end', { slots: [{ ...slot, max: Number.POSITIVE_INFINITY }] }, 'slots[0].max'],
    ['no time', { limits: { ...sound.limits, wallSeconds: Number.NaN } }, 'limits.wallSeconds'],
    [
      'a setting without an end',
      { settings: Type.Object({ list: Type.Array(Type.Number()) }) },
      'settings.list.maxItems',
    ],
    ['no citation', { citation: undefined as never }, 'citation.text'],
    ['a citation that nobody finds', { citation: { text: 'A paper' } }, 'citation'],
    ['a link instead of a DOI', { citation: { text: 'A paper', doi: 'https://doi.org/10.1/2' } }, 'citation.doi'],
    [
      'a further paper that nobody finds',
      { citation: { text: 'A paper', doi: '10.1000/182', also: [{ text: 'Another' }] } },
      'citation.also[0]',
    ],
    ['an unsafe link', { citation: { text: 'A paper', url: 'http://example.org' } }, 'citation.url'],
    ['no licence', { license: '' }, 'license'],
    ['a licence in prose', { license: 'free for academic use' }, 'license'],
  ])('%s', (_, part, path) => {
    expect(() => refuseUnsound({ ...sound, ...part })).toThrow(`tool "protein-properties": ${path}: must be `);
  });
});
