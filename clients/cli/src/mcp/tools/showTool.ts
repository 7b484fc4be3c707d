import { z } from 'zod';
import { exampleJob } from '../../submit/exampleJob.ts';
import { id } from '../limits.ts';
import { reading, tool } from '../tool.ts';

/** show_tool: the contract of a tool, with an example that can be submitted. */
export const showTool = tool({
  name: 'show_tool',
  title: 'Show a tool',
  description:
    'Shows the input slots, settings, outputs and price of a tool, and an example of the arguments of quote_job and submit_job.',
  input: z.strictObject({ tool: id('id of the tool') }),
  annotations: reading,
  async run({ client }, { tool: toolId }) {
    const shown = await client().tools.get(toolId);
    const { name, description, version, credit_model, input, settings, output } = shown;
    const { input: given, settings: defaults } = exampleJob(shown);
    const inputs = given.inputs.map(({ slotId: slot, content, kind }) => ({ slot, content, kind }));
    const example = { tool: toolId, inputs, settings: defaults };
    const { properties } = (settings ?? {}) as { properties?: object };
    // The example comes first, because an answer that is too long is cut at its end.
    return {
      id: toolId,
      name,
      description,
      version,
      example,
      slots: input.slots,
      settings: properties,
      outputs: output.ports,
      price: credit_model,
    };
  },
});
