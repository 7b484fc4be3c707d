// @module-tag chart

import { expect, it } from 'vitest';
import { renderChart } from './renderChart.ts';
import { tokensSecret } from './tokensSecret.ts';

it('prints the same keys as the chart makes when it generates the tokens', () => {
  const generated = renderChart(['values-production.yaml'], ['secrets.tokens.generate=true']);
  const made = generated.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === 'rotamer-tokens')!;
  const { stringData } = tokensSecret('rotamer-tokens') as { stringData: Record<string, string> };
  expect(Object.keys(stringData).sort()).toEqual(Object.keys(made.data).sort());
  expect(new Set(Object.values(stringData)).size).toBe(Object.keys(stringData).length);
});
