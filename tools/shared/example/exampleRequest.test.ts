import { describe, expect, it } from 'vitest';
import { tools } from '../../catalogue.ts';
import { checkRequest } from '../checkRequest.ts';
import { exampleRequest } from './exampleRequest.ts';

/** These tools take what another tool has written, such as an ensemble or a complex. */
const without = ['domain-scan', 'hmm-search', 'ensemble-superpose', 'md-analysis', 'interface'];

describe('the example of a tool', () => {
  it.each(tools.map((tool) => [tool.contract.id, tool] as const))('%s is accepted as it stands', (id, tool) => {
    const example = exampleRequest(tool.contract);
    if (without.includes(id)) return expect(example).toBeUndefined();
    const inputs = example!.input.inputs.map(({ content, ...input }) => ({ ...input, text: content }));
    expect(checkRequest(tool.contract, tool.check, inputs, example!.settings).verdict.problems).toEqual([]);
  });
});
