import { contract } from '@rotamer/tools/protein-properties/tool.ts';
import { expect, it } from 'vitest';
import { findOffers } from './offers.ts';

it('a runner offers a tool when every program that it requires answers', async () => {
  const tool = (id: string, requires: string[]) => ({ ...contract, id, version: '3.1.0', requires });
  const offers = await findOffers([
    tool('plain', []),
    tool('with', ['node']),
    tool('without', ['node', 'no-such-program']),
  ]);
  expect(offers).toEqual([
    { tool: 'plain', major: 3 },
    { tool: 'with', major: 3 },
  ]);
});
