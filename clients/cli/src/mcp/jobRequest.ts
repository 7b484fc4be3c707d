import type { JobQuote, JobRequest, Rotamer, SubmittedInput, Tool } from '@rotamer/client';
import { fitToSlot } from '@rotamer/formats/fitToSlot.ts';
import { z } from 'zod';
import { assignSlots } from '../submit/assignSlots.ts';
import { bodyBytes, MAX_INLINE_BYTES } from '../submit/planUploads.ts';
import { capsOf } from '../submit/prepareJob.ts';
import { id } from './limits.ts';
import { ToolError } from './toolError.ts';

/** The fields with which a model describes a job. */
export const jobFields = {
  tool: id('id of the tool'),
  inputs: z
    .array(
      z.strictObject({
        slot: id('id of an input slot of the tool'),
        content: z.string().max(MAX_INLINE_BYTES).optional().describe('text in one of the formats of the slot'),
        file_id: id('id of a saved file, in place of content').optional(),
        id: id('a name for the input, by which results refer to it').optional(),
        kind: id('where the slot accepts several, such as protein or dna').optional(),
      }),
    )
    .min(1)
    .max(100),
  settings: z.record(z.string().max(100), z.unknown()).optional().describe('settings that differ from the defaults'),
  max_credits: z.number().int().min(0).max(1e9).optional().describe('the most that the job may cost'),
};

export type JobFields = z.output<z.ZodObject<typeof jobFields>>;

/** A job as it would be submitted, without limits of its price. */
export interface Prepared {
  tool: Tool;
  body: Omit<JobRequest, 'name'>;
}

/** Assigns inputs to slots, with kind and format. Saved files are looked up for their format. */
export async function prepare(
  client: Rotamer,
  { tool: toolId, inputs: given, settings, max_credits }: JobFields,
): Promise<Prepared> {
  const tool = await client.tools.get(toolId);
  const inputs: SubmittedInput[] = [];
  for (const one of given) {
    if ((one.content === undefined) === (one.file_id === undefined)) {
      throw new ToolError(
        'validation_error',
        `inputs: ${one.slot} needs either content or file_id.`,
        'Send one of both.',
      );
    }
    inputs.push(...(one.file_id === undefined ? textInputs(tool, one) : [await savedInput(client, tool, one)]));
  }
  const body = {
    tool: toolId,
    input: { inputs: withOwnIds(inputs) },
    ...(settings && { settings }),
    ...capsOf(tool, {}, max_credits),
  };
  if (bodyBytes(body) > MAX_INLINE_BYTES) {
    throw new ToolError(
      'payload_too_large',
      `The inputs are larger than ${MAX_INLINE_BYTES / 1024} KiB.`,
      'Upload them with rotamer files upload, and send their file_id.',
    );
  }
  return { tool, body };
}

type Given = JobFields['inputs'][number];

function textInputs(tool: Tool, { slot, content, id: name = slot, kind }: Given): SubmittedInput[] {
  const [assigned] = assignSlots(tool, [{ name, text: content!, slotId: slot }]);
  return assigned!.inputs.map((input) => ({ ...input, ...(kind && { kind }) }));
}

async function savedInput(client: Rotamer, tool: Tool, { slot: slotId, file_id, id: name, kind }: Given) {
  const file = await client.files.get(file_id!);
  const slot = tool.input.slots.find((one) => one.id === slotId);
  const fit = slot && fitToSlot(slot, file.format);
  if (!fit) {
    const slots = tool.input.slots.map((one) => one.id).join(', ');
    throw new ToolError(
      'validation_error',
      `The slot ${slotId} of ${tool.id} does not take ${file.format}. Its slots: ${slots}.`,
      'Call show_tool for the formats of each slot.',
    );
  }
  const source = { type: 'file' as const, file_id: file.id };
  return { id: name ?? slotId, slotId, ...fit, ...(kind && { kind }), source };
}

/** Gives inputs different ids, because two may come from files with the same name. */
function withOwnIds(inputs: SubmittedInput[]): SubmittedInput[] {
  const seen = new Map<string, number>();
  return inputs.map((input) => {
    const count = (seen.get(input.id) ?? 0) + 1;
    seen.set(input.id, count);
    return count === 1 ? input : { ...input, id: `${input.id}-${count}` };
  });
}

export function quoteOf(client: Rotamer, { tool, input, settings, billing }: Prepared['body']): Promise<JobQuote> {
  return client.jobs.quote({ tool, input, settings, billing });
}

/** Returns the most that a job may cost. For a metered job: everything that it may reserve, in whole credits. */
export function mostOf({ billing, billable_credits, estimated_credits }: JobQuote, maxCredits?: number): number {
  if (billing.mode === 'fixed') return Math.ceil(billable_credits);
  return maxCredits ?? Math.ceil(Math.max(1, billing.reserved_credits, estimated_credits));
}
