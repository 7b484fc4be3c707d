import { describe, expect, it } from 'vitest';
import { tools } from './catalogue.ts';
import { loadTool } from './loadTool.ts';
import { badRequests, expectHonest, outcomeOf } from './testing/badRequests.ts';
import { soundInputs } from './testing/soundInputs.ts';

const slots = tools.flatMap((tool) => tool.contract.slots.map((slot) => ({ tool, slot, id: tool.contract.id })));

/** Bad texts that pass the check of a tool with programs are run with the programs in `refusals.slow.test.ts`. */
describe.each(slots)('$id at bad texts in its slot $slot.id', ({ tool, slot, id }) => {
  it('refuses them with path and reason, or fails with a reason', async () => {
    const run = tool.contract.requires.length === 0 ? (await loadTool(id)).run : undefined;
    for (const request of badRequests(tool, slot))
      expectHonest(await outcomeOf(tool, request.inputs, {}, run), request, tool);
  });
});

it.each(tools)('$contract.id accepts the sound inputs that accompany the bad texts', async (tool) => {
  expect(await outcomeOf(tool, soundInputs(tool.contract))).toEqual({ end: 'accepted' });
});
