import { afterEach, describe, expect, it, vi } from 'vitest';
import { tools } from './catalogue.ts';
import { categoriesLeft } from './testing/pairs/pairs.ts';
import { unreadFiles } from './testing/pairs/takers.ts';
import { slowBuiltIn } from './testing/quickSettings.ts';
import { expectRepeated, runExample } from './testing/repeats.ts';

const builtIn = tools.filter(({ contract: { id, requires } }) => requires.length === 0 && !slowBuiltIn.includes(id));

afterEach(() => {
  vi.useRealTimers();
});

describe.each(builtIn)('$contract.id', (tool) => {
  it('completes its example, readable by other tools, with the same bytes on another day', async () => {
    const first = await runExample(tool);
    expect(unreadFiles(first, tool.contract)).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-06T07:08:09Z') });
    expectRepeated(first, await runExample(tool), tool);
  });
});

it('gives the reason why a port varies', () => {
  for (const { port, why } of tools.flatMap(({ contract }) => contract.varies ?? []))
    expect(why, port).toMatch(/^[a-z].{10,200}[^.]$/);
});

it('tries the files of all categories of tools in all slots', () => {
  expect(categoriesLeft()).toEqual([]);
});
