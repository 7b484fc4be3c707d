import { afterEach, describe, expect, it, vi } from 'vitest';
import { tools } from './catalogue.ts';
import { slowBuiltIn } from './shared/testing/quickSettings.ts';
import { expectReadable } from './shared/testing/readable.ts';
import { expectRepeated, runExample } from './shared/testing/repeats.ts';

const builtIn = tools.filter(({ contract: { id, requires } }) => requires.length === 0 && !slowBuiltIn.includes(id));

afterEach(() => {
  vi.useRealTimers();
});

describe.each(builtIn)('$contract.id', (tool) => {
  it('completes its example, which other tools read, and gives the same bytes again on another day', async () => {
    const first = await runExample(tool);
    await expectReadable(first, tool);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-06T07:08:09Z') });
    expectRepeated(first, await runExample(tool), tool);
  });
});

it('says why a port varies', () => {
  for (const { port, why } of tools.flatMap(({ contract }) => contract.varies ?? []))
    expect(why, port).toMatch(/^[a-z].{10,200}[^.]$/);
});
