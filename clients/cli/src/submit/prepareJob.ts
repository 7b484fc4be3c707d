import type { JobRequest, Rotamer, SubmittedInput, Tool } from '@rotamer/client';
import type { Context } from '../context.ts';
import { words } from '../output/visible.ts';
import { UsageError } from '../usageError.ts';
import { type Assigned, assignSlots, baseName } from './assignSlots.ts';
import { expandGlobs } from './expandGlobs.ts';
import { fetchExternal, parseFetch } from './fetchExternal.ts';
import { readJobFile } from './jobFile.ts';
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
  /** Names of the files that were uploaded because the body would have been too large, or would be with `dryRun`. */
  uploaded: string[];
}

/** Makes the body of a submission of what stands on the command line, and uploads what is too large for it. */
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
  const inputs = [...(given.input?.inputs ?? [])];
  for (const one of assigned) {
    if (!uploads.has(one)) inputs.push(...one.inputs);
    else inputs.push(await uploadedInput(client, one, dryRun));
  }
  if (inputs.length === 0) throw new UsageError(`${id} needs inputs. rotamer tools show ${id} describes them.`);
  return { tool, body: { ...body, input: { inputs } }, uploaded: [...uploads].map(({ source }) => source.name) };
}

/** `--max-credits` caps the price and, of a metered job, everything that may be reserved. */
export function capsOf(tool: Tool, given: Partial<JobRequest>, maxCredits: number | undefined): Partial<JobRequest> {
  if (maxCredits === undefined) return {};
  const isMetered = tool.credit_model.mode === 'metered_runtime';
  return {
    max_quoted_credits: maxCredits,
    ...(isMetered && { billing: { ...given.billing, max_reserved_credits: Math.max(1, maxCredits) } }),
  };
}

async function uploadedInput(client: Rotamer, { source, inputs }: Assigned, dryRun: boolean): Promise<SubmittedInput> {
  const [{ slotId, kind, format }] = inputs as [SubmittedInput];
  const id = inputs.length > 1 ? baseName(source.name) : inputs[0]!.id;
  const fileName = source.name.split(/[/\\]/).at(-1)!;
  const file_id = dryRun ? 'file_not_uploaded_in_a_dry_run' : (await client.files.upload(source.text, fileName)).id;
  return { id, slotId, kind, format, source: { type: 'file', file_id } };
}
