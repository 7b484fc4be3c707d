import { hash, randomUUID } from 'node:crypto';
import {
  ApiError,
  type JobDetails,
  type JobQuote,
  type JobRequest,
  NotFoundError,
  type Rotamer,
  type Tool,
  ValidationError,
} from '@rotamer/client';
import type { FastifyInstance } from 'fastify';
import type { Api } from '../api/openApi.ts';
import { formOf, refuseForeignForm } from '../http/formToken.ts';
import type { ReadTool } from '../job/readTool.ts';
import { wantsJson } from '../site/answerErrors.ts';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { Visit, VisitOf } from '../site/visit.ts';
import { credits } from '../words/numbers.ts';
import { batchOf, type MadeBatch, priceOfBatch } from './batchOfForm.ts';
import { type Fetched, fetchEntries, rememberSources } from './fetchEntries.ts';
import type { Price } from './PricePanel.tsx';
import { RunPage } from './RunPage.tsx';
import {
  chooseFile,
  chosenFiles,
  emptyForm,
  fieldProblems,
  formOfJob,
  formOfRequest,
  type Made,
  type RunForm,
  readForm,
  requestOf,
  type SavedFile,
} from './runForm.ts';

interface ToolParams {
  toolId: string;
}

/** The form of a tool: GET shows it, POST .../price answers with its price, and POST runs it. */
export function runTool(app: FastifyInstance, visit: VisitOf, recallTool: ReadTool): void {
  const readSources = rememberSources();

  app.get<{ Params: ToolParams; Querystring: { example?: string; from?: string; file?: string } }>(
    '/w/:workspace/tools/:toolId',
    async (request, reply) => {
      const here = visit(request);
      const { file: fileId = '' } = request.query;
      const { tool, files, projects, frame } = await readTool(here, request.params.toolId, [fileId]);
      const sources = await readSources(here.api);
      const filled = request.query.example === '1' && tool.example;
      const earlier = await earlierJob(here.api, request.query.from);
      const form = earlier ? formOfJob(tool, earlier) : filled ? formOfRequest(tool, filled) : emptyForm(tool);
      const chosen = files.find(({ id }) => id === fileId);
      if (chosen) chooseFile(tool, form, chosen);
      const made = requestOf(tool, form, files);
      const price = await priceOf(here.api, form, made);
      const submission = randomUUID();
      const page = { tool, files, projects, sources, form, price, earlier, request: made.request, submission };
      return sendPage(reply, frame, tool.name, <RunPage {...page} />);
    },
  );

  app.post<{ Params: ToolParams }>('/w/:workspace/tools/:toolId/price', async (request, reply) => {
    const { api, token } = visit(request);
    refuseForeignForm(request, token);
    const { toolId } = request.params;
    // A reader who types asks often: the contract is remembered, and files are read only when one is chosen.
    const tool = (await recallTool(api, toolId)) ?? (await api.tools.get(toolId));
    const form = readForm(tool, formOf(request));
    const files = await filesOf(api, chosenFiles(form));
    return reply.type('application/json').send(await priceOf(api, form, requestOf(tool, form, files)));
  });

  app.post<{ Params: ToolParams }>('/w/:workspace/tools/:toolId', async (request, reply) => {
    const here = visit(request);
    const fields = formOf(request);
    refuseForeignForm(request, here.token);
    const fileIds = [...fields].flatMap(([name, value]) => (name.startsWith('file.') ? [value] : []));
    const { tool, files: offered, projects, frame } = await readTool(here, request.params.toolId, fileIds);
    const form = readForm(tool, fields);
    const wanted = fields.get('do') ?? 'run';
    const submission = fields.get('submission') || randomUUID();
    if (wanted.startsWith('more.')) form.boxes[wanted.slice(5)]?.push({ text: '', fileId: '' });
    const fetched = await fetchWanted(here.api, tool, form, fields, submission);
    const files = [...fetched.files, ...offered];
    const made = requestOf(tool, form, files);
    made.problems.push(...fetched.problems);
    const outcome =
      wanted === 'run'
        ? await submit(here.api, form, made, submission)
        : { price: await priceOf(here.api, form, made) };
    const location = 'path' in outcome ? pathTo(frame, outcome.path) : undefined;
    if (wantsJson(request))
      return reply.type('application/json').send('price' in outcome ? { price: outcome.price } : { location });
    if (!('price' in outcome)) return reply.redirect(location!, 303);
    const earlier = await earlierJob(here.api, form.from);
    const sources = await readSources(here.api);
    const page = { tool, files, projects, sources, form, price: outcome.price, earlier, request: made.request };
    return sendPage(reply, frame, tool.name, <RunPage {...page} submission={submission} sent />);
  });
}

/**
 * Fetches the entries of the slot whose ids are filled in, first of that whose button was pressed. The Enter key presses the first
 * button of a form, so a button without ids fetches nothing, and the form shows its price.
 */
async function fetchWanted(
  api: Api,
  tool: Tool,
  form: RunForm,
  fields: URLSearchParams,
  key: string,
): Promise<Fetched> {
  const pressed = fields.get('do') ?? '';
  if (!pressed.startsWith('fetch.')) return { files: [], problems: [] };
  const filled = tool.input.slots.filter(({ id }) => fields.get(`ids.${id}`)?.trim());
  const slot = filled.find(({ id }) => pressed === `fetch.${id}`) ?? filled[0];
  if (!slot) return { files: [], problems: [] };
  const [source, ids] = [fields.get(`source.${slot.id}`) ?? '', fields.get(`ids.${slot.id}`) ?? ''];
  return await fetchEntries(api, slot, form, { source, ids, key });
}

/** Most saved files and projects that a form offers. */
const OFFERED = 100;

async function savedFiles(api: Rotamer): Promise<SavedFile[]> {
  return (await api.files.list({ limit: OFFERED }).page()).data;
}

/** Most files of a form that are read one by one, because the list of recent ones lacks them. */
const MAX_OLDER = 20;

/** Reads files by their ids. One that no longer exists is left out, and its box counts as empty. */
async function filesOf(api: Rotamer, ids: readonly string[]): Promise<SavedFile[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== '').slice(0, MAX_OLDER);
  const found = await Promise.all(wanted.map((id) => api.files.get(id).catch(orMissing)));
  return found.filter((file) => file !== undefined);
}

function orMissing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** Returns the job whose inputs a form takes; undefined when none is named. */
async function earlierJob(api: Rotamer, jobId = ''): Promise<JobDetails | undefined> {
  return jobId === '' ? undefined : api.jobs.details(jobId);
}

/** Reads what the form of a tool shows. The chosen files are offered, however old they are. */
async function readTool({ api, site }: Visit, toolId: string, fileIds: readonly string[]) {
  const [tool, recent, projects, frame] = await Promise.all([
    api.tools.get(toolId),
    savedFiles(api),
    api.projects.list({ limit: OFFERED }).page(),
    site('tools'),
  ]);
  const older = await filesOf(
    api,
    fileIds.filter((id) => !recent.some((file) => file.id === id)),
  );
  return { tool, files: [...older, ...recent], projects: projects.data, frame };
}

/** Asks the API for the price. A request that the API refuses is not an error of the page: the form says what to change. */
async function priceOf(api: Api, form: RunForm, { request, problems, repeats }: Made): Promise<Price> {
  if (problems.length > 0) return { problems };
  if (request.input.inputs.length === 0 && !repeats) return { problems: [], empty: true };
  if (form.each !== '') return priceOfEach(api, form.each, request);
  // A quote takes what the price depends on.
  const { tool, input, settings, billing } = request;
  try {
    const quote = repeats
      ? await api.jobs.at(repeats.jobId).quoteRerun({ settings: repeats.changes.settings, billing })
      : await api.jobs.quote({ tool, input, settings, billing });
    return { quote, problems: capProblems(request, quote) };
  } catch (error) {
    return { problems: refusals(request, error) };
  }
}

async function priceOfEach(api: Api, slotId: string, request: JobRequest): Promise<Price> {
  const { batch, problems } = await readBatch(api, slotId, request);
  if (problems.length > 0) return { problems };
  const { submissions } = batch;
  try {
    const price = priceOfBatch(await api.batches.quote({ submissions }), slotId);
    return { ...price, problems: [...price.problems, ...capProblems(request, price.quote!)] };
  } catch (error) {
    return { problems: refusals(request, error) };
  }
}

/** Most bytes of a saved file that is split into records. */
const MAX_SPLIT = 2 * 1024 * 1024;

const UNREADABLE = 'The file cannot be read at the moment.';
const TOO_LARGE =
  'This file is larger than 2 MiB, the most that a form splits: run all records as one job, or send them with “rotamer batches create”.';

/** Returns the batch of a form. A file that was not read to its end gives no batch, which would lack records. */
async function readBatch(api: Api, slotId: string, request: JobRequest): Promise<MadeBatch> {
  const { texts, problems } = await textsOf(api, request, slotId);
  const made = batchOf(request, slotId, texts);
  return problems.length > 0 ? { ...made, problems } : made;
}

/** Reads the saved files of a slot that is split into records. */
async function textsOf(api: Api, { input }: JobRequest, slotId: string) {
  const ids = input.inputs.flatMap(({ source, slotId: id }) =>
    id === slotId && source.type === 'file' && source.file_id ? [source.file_id] : [],
  );
  const signal = AbortSignal.timeout(10_000);
  const texts = new Map<string, string>();
  const problems: MadeBatch['problems'] = [];
  const read = async (id: string): Promise<void> => {
    const headers = { range: `bytes=0-${MAX_SPLIT - 1}` };
    const response = await api.open(`/files/${encodeURIComponent(id)}/bytes`, { headers, signal });
    const [, size = '0'] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    const problem = !response.ok ? UNREADABLE : Number(size) > MAX_SPLIT ? TOO_LARGE : undefined;
    if (problem) problems.push({ field: `slot.${slotId}.0`, message: problem });
    texts.set(id, await response.text());
  };
  await Promise.all(ids.map(read));
  return { texts, problems };
}

function capProblems(
  { max_quoted_credits: cap }: JobRequest,
  { estimated_credits }: Pick<JobQuote, 'estimated_credits'>,
): Price['problems'] {
  if (cap === undefined || cap >= estimated_credits) return [];
  return [{ field: 'cap', message: `This costs ${credits(estimated_credits)}, more than this cap.` }];
}

/** Submits the job. The key holds for this form and this content: a form that is sent twice makes one job, a changed one another. */
async function submit(
  api: Api,
  form: RunForm,
  { request, problems, repeats }: Made,
  submission: string,
): Promise<{ path: string } | { price: Price }> {
  if (problems.length > 0) return { price: { problems } };
  const idempotencyKey = hash('sha256', `${submission} ${JSON.stringify([request, repeats, form.each])}`);
  try {
    if (form.each !== '') return await submitEach(api, form.each, request, idempotencyKey);
    const job = repeats
      ? await api.jobs.at(repeats.jobId).rerun(repeats.changes, { idempotencyKey })
      : await api.jobs.submit(request, { idempotencyKey });
    return { path: `jobs/${job.id}` };
  } catch (error) {
    return { price: { problems: refusals(request, error) } };
  }
}

async function submitEach(
  api: Api,
  slotId: string,
  request: JobRequest,
  idempotencyKey: string,
): Promise<{ path: string } | { price: Price }> {
  const { batch, problems } = await readBatch(api, slotId, request);
  if (problems.length > 0) return { price: { problems } };
  const { id } = await api.batches.create(batch, { idempotencyKey });
  return { path: `batches/${id}` };
}

/** Returns why the API refused a request, at the fields that it named. A session that has ended is not a refusal of the form. */
function refusals(request: JobRequest, error: unknown): Price['problems'] {
  if (!(error instanceof ApiError) || error.status === 401) throw error;
  if (error instanceof ValidationError && error.problems.length > 0) return fieldProblems(request, error.problems);
  return [{ field: '', message: [error.message, error.resolution].filter(Boolean).join(' ') }];
}
