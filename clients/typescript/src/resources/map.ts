import { detectFormat } from '../formats/detect.gen.ts';
import { fitToSlot } from '../formats/fitToSlot.gen.ts';
import { RotamerError } from '../http/errors.ts';
import type { CallOptions } from '../http/transport.ts';
import type { Batch, BatchItem, BatchSubmission, SubmittedInput, Tool } from '../types.ts';
import type { Batches } from './batches.ts';
import type { Files } from './files.ts';
import type { Tools } from './tools.ts';

/**
 * One input of `map`: a text, whose kind and format are recognised and which goes into the first slot that takes it, or inputs of a job.
 */
export type MapInput = string | SubmittedInput | SubmittedInput[];

export interface MapOptions extends CallOptions {
  /** Of the batch; default: the tool. */
  name?: string;
  project_id?: string;
  /** Caps what all jobs cost together. At the cap `map` returns what it has. */
  max_credits?: number;
  /** Gets every state of the batch that was read. */
  onState?: (batch: Batch) => void;
}

/** What became of one input. */
export interface MapResult {
  /** WAITING and CANCELLED: it has not run, because the batch was paused or cancelled. */
  status: BatchItem['status'];
  /** The rows of the result, of all output ports, in their order. */
  values: Record<string, unknown>[];
  jobId: string | undefined;
  /** Why there is no result. */
  error: string | undefined;
}

/** Most submissions in a request, and most characters of them. More are sent as a file. */
const MAX_INLINE = 100;
const MAX_CHARACTERS = 400_000;

/** Most rows in one response. */
const ROWS = 1_000;

/**
 * Runs a tool on each input as one batch, and returns the results in the order of the inputs. An input that fails has an error and does not
 * affect the others.
 *
 * @throws ValidationError when no input is valid, and RotamerError for a text that no slot of the tool takes.
 */
export async function mapInputs(
  { batches, files, tools }: { batches: Batches; files: Files; tools: Tools },
  toolId: string,
  inputs: readonly MapInput[],
  settings: Record<string, unknown> | undefined,
  { name = toolId, project_id, max_credits, onState, ...options }: MapOptions,
): Promise<MapResult[]> {
  if (inputs.length === 0) return [];
  const tool = inputs.some((input) => typeof input === 'string') ? await tools.get(toolId, options) : undefined;
  const submissions = inputs.map(
    (input, i): BatchSubmission => ({
      custom_id: String(i + 1),
      tool: toolId,
      input: { inputs: toInputs(input, tool) },
      ...(settings && { settings }),
    }),
  );
  const body = { name, project_id, max_credits, on_problem: 'skip' as const };
  const lines = submissions.map((one) => JSON.stringify(one));
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  const isInline = lines.length <= MAX_INLINE && characters <= MAX_CHARACTERS;
  const source = isInline
    ? { submissions }
    : { file_id: (await files.upload(lines.join('\n'), `${name}.jsonl`, { ...options, project_id })).id };
  const { id } = await batches.create({ ...body, ...source }, options);
  const batch = await batches.wait(id, { ...options, onState });
  if (batch.attempts === 0) throw new RotamerError(batch.error ?? `The batch ${id} is ${batch.status}.`);
  return collect(batches, batch, inputs.length, options);
}

async function collect(batches: Batches, batch: Batch, count: number, options: CallOptions): Promise<MapResult[]> {
  const left = 'was left out: its problem is among those of the batch';
  const results = Array.from(
    { length: count },
    (): MapResult => ({ status: 'FAILED', values: [], jobId: undefined, error: left }),
  );
  for (const { line, path, message } of batch.problems)
    results[line - 1]!.error = path ? `${path}: ${message}` : message;
  const of = (customId: string) => results[Number(customId) - 1]!;
  for await (const { custom_id, status, job_id, error } of batches.items(batch.id, { limit: 100 }, options))
    Object.assign(of(custom_id), { status, jobId: job_id ?? undefined, error: error ?? undefined });
  for await (const { custom_id, value } of batches.rows(batch.id, { limit: ROWS }, options))
    of(custom_id).values.push(value);
  return results;
}

function toInputs(input: MapInput, tool: Tool | undefined): SubmittedInput[] {
  return typeof input === 'string' ? [inputOfText(input, tool!)] : [input].flat();
}

/** Makes an input of the first slot that takes the text. Slots that the tool needs come first. */
function inputOfText(text: string, { id: toolId, input: { slots } }: Tool): SubmittedInput {
  const format = detectFormat('', text);
  const needed = slots.filter(({ min = 0 }) => min > 0);
  for (const slot of [...needed, ...slots]) {
    const fit = fitToSlot(slot, format, { name: '', text });
    if (fit)
      return {
        id: slot.id,
        slotId: slot.id,
        kind: fit.kind,
        format: fit.format,
        source: { type: 'text' },
        content: text,
      };
  }
  const takes = slots.map(({ id, acceptedFormats = ['any format'] }) => `${id} (${acceptedFormats.join(', ')})`);
  throw new RotamerError(
    `No slot of ${toolId} takes the text '${text.slice(0, 40)}'${format ? `, which is ${format}` : ''}. Its slots: ${takes.join('; ')}.`,
  );
}
