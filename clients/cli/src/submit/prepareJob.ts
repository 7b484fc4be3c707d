import type { JobRequest, Rotamer, SubmittedInput, Tool } from '@rotamer/client';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { words } from '../output/visible.ts';
import { type Assigned, assignSlots, baseName, type Source } from './assignSlots.ts';
import { expandGlobs } from './expandGlobs.ts';
import { fetchExternal, parseFetch } from './fetchExternal.ts';
import { readJobFile } from './jobFile.ts';
import type { Origin } from './origins.ts';
import { parseSettings } from './parseSettings.ts';
import { planUploads } from './planUploads.ts';
import { parseInputs, readSources } from './readSources.ts';

export interface JobFlags {
  input: string[];
  fetch: string[];
  set: string[];
  file?: string;
  name?: string;
  project?: string;
  maxCredits?: number;
}

export interface PreparedJob {
  tool: Tool;
  body: JobRequest;
  /** Names of the files that were uploaded because the body would be too large. With `dryRun`: that would be uploaded. */
  uploaded: string[];
  /** The origin of each input; undefined for the inputs of the job file. */
  origins: (Origin | undefined)[];
}

/** Makes the body of a submission from the command line, and uploads files that are too large for it. */
export async function prepareJob(
  { io, screen }: Pick<Context, 'io' | 'screen'>,
  client: Rotamer,
  [toolId, ...files]: string[],
  flags: JobFlags,
  dryRun = false,
): Promise<PreparedJob> {
  const given = await readJobFile(flags.file, io);
  const id = toolId ?? given.tool;
  if (id === undefined)
    throw new UsageError('Name a tool, or a job file that names one. rotamer tools list shows them.');
  const entries = flags.fetch.map(parseFetch);
  const named = parseInputs(flags.input, io.cwd);
  const sources = await readSources([...expandGlobs(files, io.cwd).map((path) => ({ path })), ...named], io);
  const tool = await client.tools.get(id);
  for (const entry of entries) sources.push(await fetchExternal(entry, io.fetch, io.interrupted));

  const assigned = assignSlots(tool, sources);
  const settings = { ...given.settings, ...parseSettings(flags.set, tool.settings) };
  const body = {
    ...given,
    tool: id,
    name:
      flags.name ?? given.name ?? (sources[0] && sources[0].name !== 'stdin' ? baseName(sources[0].name) : tool.name),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(flags.project !== undefined && { project_id: flags.project }),
    ...capsOf(tool, given, flags.maxCredits),
  };
  const uploads = planUploads(body, assigned);
  for (const { source } of uploads)
    screen.note(words`Uploading ${source.name}: it is too large for the request itself.`);
  for (const { source, inputs, guessed } of assigned) if (guessed) screen.note(guessOf(source, inputs[0]!));
  const inputs = [...(given.input?.inputs ?? [])];
  const origins: PreparedJob['origins'] = inputs.map(() => undefined);
  for (const one of assigned) {
    const { name } = one.source;
    if (uploads.has(one)) inputs.push(await uploadedInput(client, one, dryRun));
    else inputs.push(...one.inputs);
    origins.push(...(uploads.has(one) ? [0] : one.linesBefore).map((linesBefore) => ({ name, linesBefore })));
  }
  refuseEmptySlots(tool, inputs);
  return {
    tool,
    body: { ...body, input: { inputs } },
    uploaded: [...uploads].map(({ source }) => source.name),
    origins,
  };
}

const guessOf = ({ name }: Source, { slotId, kind }: SubmittedInput): string =>
  words`${name} is read as ${kind}, by its letters. If it is something else, say so: --input ${slotId}:protein=${name}`;

/** Refuses missing required inputs, with their names, before anything is sent. */
export function refuseEmptySlots({ id, input }: Tool, inputs: readonly SubmittedInput[]): void {
  if (inputs.length === 0) throw new UsageError(`${id} needs inputs. rotamer tools show ${id} describes them.`);
  const empty = input.slots.find((slot) => (slot.min ?? 0) > 0 && !inputs.some(({ slotId }) => slotId === slot.id));
  if (empty)
    throw new UsageError(
      `${id} needs a file for its slot ${empty.id}: name it, or send it there with --input ${empty.id}=FILE.`,
    );
}

/** Returns the caps for `--max-credits`: on the price and, for a metered job, on everything that may be reserved. */
export function capsOf(tool: Tool, given: Partial<JobRequest>, maxCredits: number | undefined): Partial<JobRequest> {
  if (maxCredits === undefined) return {};
  const isMetered = tool.credit_model.mode === 'metered_runtime';
  return {
    max_quoted_credits: maxCredits,
    ...(isMetered && { billing: { ...given.billing, max_reserved_credits: Math.max(1, maxCredits) } }),
  };
}

/** Uploads a source, and returns it as one input. */
export async function uploadedInput(
  client: Rotamer,
  { source, inputs }: Assigned,
  dryRun: boolean,
): Promise<SubmittedInput> {
  const [{ slotId, kind, format }] = inputs as [SubmittedInput];
  const id = inputs.length > 1 ? baseName(source.name) : inputs[0]!.id;
  const fileName = source.name.split(/[/\\]/).at(-1)!;
  const file_id = dryRun ? 'file_not_uploaded_in_a_dry_run' : (await client.files.upload(source.text, fileName)).id;
  return { id, slotId, kind, format, source: { type: 'file', file_id } };
}
