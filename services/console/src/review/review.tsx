import { ApiError } from '@rotamer/client';
import { formOf } from '@rotamer/http/request/form.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseForeignForm } from '../http/formToken.ts';
import type { ReadTool } from '../job/readTool.ts';
import { pathOfRun } from '../run/run.tsx';
import { postForm } from '../site/postForm.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { Visit, VisitOf } from '../site/visit.ts';
import { priceOfGoingOn } from './priceOfGoingOn.ts';
import { ReviewPage } from './ReviewPage.tsx';
import { type Review, readReview } from './readReview.ts';
import { noticeOf, type Refused, type Seen } from './refusedReview.ts';
import { applyButton, emptyForm, type ReviewForm, readForm } from './reviewForm.ts';

type OfRun = FastifyRequest<{ Params: { runId: string }; Querystring: { approved?: string } }>;

/** GET /w/{workspace}/runs/{runId}/review: the candidates of a checkpoint. POST sorts, ticks by a rule, or records the decision. */
export function review(app: FastifyInstance, visit: VisitOf, readTool: ReadTool): void {
  app.get('/w/:workspace/runs/:runId/review', async (request: OfRun, reply) => {
    const visited = visit(request);
    return show(reply, visited, readTool, await readReview(visited.api, request.params.runId));
  });

  app.get('/w/:workspace/runs/:runId/review/price', async (request: OfRun, reply) => {
    const { api } = visit(request);
    const approved = Math.max(0, Math.floor(Number(request.query.approved))) || 0;
    const price = await priceOfGoingOn(api, request.params.runId, approved);
    return reply.type('application/json').send(JSON.stringify({ price }));
  });

  app.post('/w/:workspace/runs/:runId/review', async (request: OfRun, reply) => {
    const visited = visit(request);
    const fields = formOf(request);
    refuseForeignForm(request, visited.token);
    const { runId } = request.params;
    const [form, button] = [readForm(fields), fields.get('do') ?? 'approve'];
    if (button !== 'approve') {
      const found = await readReview(visited.api, runId);
      return show(reply, visited, readTool, found, {
        form: found.curation ? applyButton(form, button, found.curation) : form,
      });
    }
    const seen = {
      digest: fields.get('candidate_set_digest') ?? '',
      node: fields.get('node') ?? '',
      attempt: fields.get('attempt') ?? '',
    };
    const refused = await decide(visited.api, runId, seen, form);
    if (refused === undefined) return reply.redirect(pathOfRun(request, visited, runId), 303);
    const found = await readReview(visited.api, runId);
    return show(reply.code(refused.status), visited, readTool, found, { form, notice: noticeOf(refused, seen, found) });
  });

  postForm(app, visit, 'runs/:runId/review/continue', async ({ api, params: { runId = '' } }) => {
    await goOn(api, runId);
    return `runs/${runId}`;
  });
}

/** Returns whether the tool that made the first candidate has scenes. Candidates of one checkpoint come from one tool. */
async function haveScenes(api: Visit['api'], readTool: ReadTool, curation: Review['curation']): Promise<boolean> {
  const jobId = curation?.candidates.find(({ job_id }) => job_id)?.job_id;
  if (!jobId) return false;
  // Without the job, the candidates are shown alone.
  const job = await api.jobs.details(jobId).catch(() => undefined);
  return job !== undefined && (await readTool(api, job.tool))?.scenes !== undefined;
}

async function show(
  reply: FastifyReply,
  { api, site }: Visit,
  readTool: ReadTool,
  found: Review,
  { form, notice }: { form?: ReviewForm; notice?: string } = {},
): Promise<FastifyReply> {
  const { run, curation } = found;
  const shown = form ?? (curation ? emptyForm(curation) : readForm(new URLSearchParams()));
  const approved = curation?.decision?.approved_candidate_ids.length ?? shown.approved.length;
  const [frame, price, hasScenes] = await Promise.all([
    site('workflows'),
    curation && approved > 0 ? priceOfGoingOn(api, run.id, approved) : '',
    haveScenes(api, readTool, curation),
  ]);
  const page = <ReviewPage review={found} form={shown} price={price} hasScenes={hasScenes} notice={notice} />;
  return sendPage(reply, frame, curation?.title ?? 'Review', page, { hasViewers: curation !== undefined });
}

/** Records a selection and continues the run. Returns why it was refused. */
async function decide(
  api: Visit['api'],
  runId: string,
  { digest, node }: Seen,
  form: ReviewForm,
): Promise<Refused | undefined> {
  if (form.approved.length === 0) return { status: 400, reason: 'empty', message: '' };
  try {
    await api.runs.curate(runId, {
      candidate_set_digest: digest,
      ...(node && { node_id: node }),
      approved_candidate_ids: form.approved,
      ...(form.note && { note: form.note }),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const { reason } = (error.details ?? {}) as { reason?: string };
    return { status: 409, reason: String(reason), message: error.message };
  }
  await goOn(api, runId);
  return undefined;
}

/** Continues a run whose selection is recorded. That somebody else continued it first is as good. */
async function goOn(api: Visit['api'], runId: string): Promise<void> {
  await api.runs.continue(runId).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  });
}
