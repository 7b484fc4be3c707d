import { hash, randomUUID } from 'node:crypto';
import { ApiError, type JobQuote, type JobRequest, type Rotamer, ValidationError } from '@rotamer/client';
import type { FastifyInstance } from 'fastify';
import { formOf, refuseForeignForm } from '../http/formToken.ts';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { Visit, VisitOf } from '../site/visit.ts';
import { credits } from '../words/numbers.ts';
import type { Price } from './PricePanel.tsx';
import { RunPage } from './RunPage.tsx';
import { emptyForm, fieldProblems, formOfRequest, readForm, requestOf, type SavedFile } from './runForm.ts';

interface ToolParams {
  toolId: string;
}

/** The form of a tool: GET shows it, POST .../price answers with its price, and POST runs it. */
export function runTool(app: FastifyInstance, visit: VisitOf): void {
  app.get<{ Params: ToolParams; Querystring: { example?: string } }>(
    '/w/:workspace/tools/:toolId',
    async (request, reply) => {
      const here = visit(request);
      const { tool, files, projects, frame } = await readTool(here, request.params.toolId);
      const filled = request.query.example === '1' && tool.example;
      const form = filled ? formOfRequest(tool, filled) : emptyForm(tool);
      const made = requestOf(tool, form, files);
      const price = filled ? await priceOf(here.api, made.request, made.problems) : { problems: [], empty: true };
      const page = { tool, files, projects, form, price, request: made.request, submission: randomUUID() };
      return sendPage(reply, frame, tool.name, <RunPage {...page} />);
    },
  );

  app.post<{ Params: ToolParams }>('/w/:workspace/tools/:toolId/price', async (request, reply) => {
    const { api, token } = visit(request);
    refuseForeignForm(request, token);
    const [tool, files] = await Promise.all([api.tools.get(request.params.toolId), savedFiles(api)]);
    const form = readForm(tool, formOf(request));
    const { request: job, problems } = requestOf(tool, form, files);
    return reply.type('application/json').send(await priceOf(api, job, problems));
  });

  app.post<{ Params: ToolParams }>('/w/:workspace/tools/:toolId', async (request, reply) => {
    const here = visit(request);
    const fields = formOf(request);
    refuseForeignForm(request, here.token);
    const { tool, files, projects, frame } = await readTool(here, request.params.toolId);
    const form = readForm(tool, fields);
    const wanted = fields.get('do') ?? 'run';
    if (wanted.startsWith('more.')) form.boxes[wanted.slice(5)]?.push({ text: '', fileId: '' });
    const made = requestOf(tool, form, files);
    const submission = fields.get('submission') || randomUUID();
    const outcome =
      wanted === 'run'
        ? await submit(here.api, made.request, made.problems, submission)
        : { price: await priceOf(here.api, made.request, made.problems) };
    if ('jobId' in outcome) return reply.redirect(pathTo(frame, `jobs/${outcome.jobId}`), 303);
    const page = { tool, files, projects, form, price: outcome.price, request: made.request, submission };
    return sendPage(reply, frame, tool.name, <RunPage {...page} />);
  });
}

/** Most saved files and projects that a form offers. */
const OFFERED = 100;

async function savedFiles(api: Rotamer): Promise<SavedFile[]> {
  return (await api.files.list({ limit: OFFERED }).page()).data;
}

async function readTool({ api, site }: Visit, toolId: string) {
  const [tool, files, projects, frame] = await Promise.all([
    api.tools.get(toolId),
    savedFiles(api),
    api.projects.list({ limit: OFFERED }).page(),
    site('tools'),
  ]);
  return { tool, files, projects: projects.data, frame };
}

/** Asks the API for the price. A request that the API refuses is not an error of the page: the form says what to change. */
async function priceOf(api: Rotamer, request: JobRequest, problems: Price['problems']): Promise<Price> {
  if (problems.length > 0) return { problems };
  if (request.input.inputs.length === 0) return { problems: [], empty: true };
  try {
    // A quote takes what the price depends on.
    const { tool, input, settings, billing } = request;
    const quote = await api.jobs.quote({ tool, input, settings, billing });
    return { quote, problems: capProblems(request, quote) };
  } catch (error) {
    return { problems: refusals(request, error) };
  }
}

function capProblems({ max_quoted_credits: cap }: JobRequest, { estimated_credits }: JobQuote): Price['problems'] {
  if (cap === undefined || cap >= estimated_credits) return [];
  return [{ field: 'cap', message: `The job costs ${credits(estimated_credits)}, more than this cap.` }];
}

/** Submits the job. The key holds for this form and this content: a form that is sent twice makes one job, a changed one another. */
async function submit(
  api: Rotamer,
  request: JobRequest,
  problems: Price['problems'],
  submission: string,
): Promise<{ jobId: string } | { price: Price }> {
  if (problems.length > 0) return { price: { problems } };
  try {
    const job = await api.jobs.submit(request, { idempotencyKey: keyOf(submission, request) });
    return { jobId: job.id };
  } catch (error) {
    return { price: { problems: refusals(request, error) } };
  }
}

/** Returns why the API refused a request, at the fields that it named. A session that has ended is not a refusal of the form. */
function refusals(request: JobRequest, error: unknown): Price['problems'] {
  if (!(error instanceof ApiError) || error.status === 401) throw error;
  if (error instanceof ValidationError && error.problems.length > 0) return fieldProblems(request, error.problems);
  return [{ field: '', message: [error.message, error.resolution].filter(Boolean).join(' ') }];
}

function keyOf(submission: string, request: JobRequest): string {
  return hash('sha256', `${submission} ${JSON.stringify(request)}`);
}
