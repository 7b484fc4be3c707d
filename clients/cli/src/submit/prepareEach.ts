import type { BatchSubmission, JobRequest, Rotamer, SubmittedInput, Tool } from '@rotamer/client';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { type Assigned, assignSlots, baseName, type Source, uniqueId } from './assignSlots.ts';
import { expandGlobs } from './expandGlobs.ts';
import { readJobFile } from './jobFile.ts';
import { parseSettings } from './parseSettings.ts';
import { planUploads } from './planUploads.ts';
import { type JobFlags, refuseEmptySlots, uploadedInput } from './prepareJob.ts';
import { parseInputs, readSources } from './readSources.ts';

export interface PreparedBatch {
  /** The submissions, in the order of the files. */
  submissions: BatchSubmission[];
  /** The file of each submission, as the user named it. */
  files: string[];
  project_id: string | undefined;
}

/**
 * Makes one submission from each file. Inputs of `--input` and of the job file are part of all of them. The `custom_id` of a
 * submission is the name of its file. Files that are too large for a request are uploaded.
 */
export async function prepareEach(
  { io }: Pick<Context, 'io'>,
  client: Rotamer,
  [toolId, ...patterns]: string[],
  flags: JobFlags,
): Promise<PreparedBatch> {
  const given = await readJobFile(flags.file, io);
  const id = toolId ?? given.tool;
  if (id === undefined)
    throw new UsageError('Name a tool, and the files of its jobs. rotamer tools list shows the tools.');
  if (flags.fetch.length > 0) throw new UsageError('--each takes files, not --fetch: save the entries as files first.');
  const paths = expandGlobs(patterns, io.cwd);
  if (paths.length === 0) throw new UsageError('--each needs files: it submits one job for each of them.');
  const tool = await client.tools.get(id);
  const common = await readSources(parseInputs(flags.input, io.cwd), io);
  const settings = { ...given.settings, ...parseSettings(flags.set, tool.settings) };
  const body = {
    ...(given.billing && { billing: given.billing }),
    tool: id,
    ...(Object.keys(settings).length > 0 && { settings }),
  };
  const upload = uploadOnce(client);
  const ids = new Set<string>();
  const submissions: BatchSubmission[] = [];
  for (const path of paths) {
    const [source] = (await readSources([{ path }], io)) as [Source];
    const inputs = await inputsOf(tool, body, given.input?.inputs ?? [], [source, ...common], upload);
    submissions.push({ custom_id: uniqueId(baseName(source.name), ids), ...body, input: { inputs } });
  }
  return { submissions, files: paths, project_id: flags.project ?? given.project_id ?? undefined };
}

async function inputsOf(
  tool: Tool,
  body: Omit<JobRequest, 'input' | 'name'>,
  given: readonly SubmittedInput[],
  sources: readonly Source[],
  upload: (one: Assigned) => Promise<SubmittedInput>,
): Promise<SubmittedInput[]> {
  const assigned = assignSlots(tool, sources);
  const large = planUploads({ ...body, name: '' }, assigned);
  const inputs = [...given];
  for (const one of assigned) inputs.push(...(large.has(one) ? [await upload(one)] : one.inputs));
  refuseEmptySlots(tool, inputs);
  return inputs;
}

/** Returns an upload that sends a source once, also when all submissions have it. */
function uploadOnce(client: Rotamer): (one: Assigned) => Promise<SubmittedInput> {
  const uploaded = new Map<Source, Promise<SubmittedInput>>();
  return async (one) => {
    const known = uploaded.get(one.source) ?? uploadedInput(client, one, false);
    uploaded.set(one.source, known);
    return await known;
  };
}
