import { contract } from '@rotamer/tools/protein-properties/tool.ts';
import { expect, it } from 'vitest';
import { findOffers, fits } from './offers.ts';

it('a runner offers a tool when every program that it requires answers', async () => {
  const program = (command: string, answer = 'v') => ({ command, probe: ['--version'], answer, debian: command });
  const tool = (id: string, requires: ReturnType<typeof program>[]) => ({
    ...contract,
    id,
    version: '3.1.0',
    requires,
  });
  const offers = await findOffers(
    [
      tool('plain', []),
      tool('with', [program('node')]),
      tool('without', [program('node'), program('no-such-program')]),
      tool('another', [program('sh', 'an answer that it does not give')]),
    ],
    'process',
  );
  expect(offers).toEqual([
    { tool: 'plain', major: 3 },
    { tool: 'with', major: 3 },
  ]);
});

it('a runner that starts pods offers tools that have an image, and tools of its image', async () => {
  const absent = { command: 'no-such-program', probe: ['--version'], answer: 'v' };
  const long = { ...contract, executor: 'kubernetes' as const, requires: [absent] };
  const tools = [long, { ...long, id: 'own-image', image: 'registry.example.org/own:1' }];
  expect((await findOffers(tools, 'kubernetes')).map(({ tool }) => tool)).toEqual(['own-image']);
  expect(await findOffers(tools, 'any')).toEqual([]);
  expect(tools.map((tool) => fits(tool, 'process'))).toEqual([false, false]);
});
