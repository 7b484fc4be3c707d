import { randomUUID } from 'node:crypto';
import { ApiError, ValidationError } from '@rotamer/client';
import { formOf } from '@rotamer/http/request/form.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseForeignForm } from '../http/formToken.ts';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { Visit, VisitOf } from '../site/visit.ts';
import { WorkflowPage } from './WorkflowPage.tsx';
import type { WorkflowPriceProps } from './WorkflowPrice.tsx';
import { inputsOf, isEmpty, readForm, requestOf, type WorkflowForm } from './workflowForm.ts';

type OfWorkflow = FastifyRequest<{ Params: { workflowId: string } }>;

/** Most saved files that a form offers. */
const OFFERED = 100;

/** GET /w/{workspace}/workflows/{workflowId}: the form that starts a run. POST shows its price or starts it. */
export function workflow(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/workflows/:workflowId', async (request: OfWorkflow, reply) => {
    const { api, site } = visit(request);
    const [frame, content] = await Promise.all([site('workflows'), readContent(api, request.params.workflowId)]);
    const form = readForm(content.nodes, new URLSearchParams());
    const price = { problems: [], empty: true };
    const page = <WorkflowPage {...content} form={form} price={price} submission={randomUUID()} />;
    return sendPage(reply, frame, content.workflow.name, page);
  });

  app.post('/w/:workspace/workflows/:workflowId', async (request: OfWorkflow, reply) => {
    const { api, site, token } = visit(request);
    const fields = formOf(request);
    refuseForeignForm(request, token);
    const { workflowId } = request.params;
    const [frame, content] = await Promise.all([site('workflows'), readContent(api, workflowId)]);
    const form = readForm(content.nodes, fields);
    const submission = fields.get('submission') || randomUUID();
    const outcome =
      fields.get('do') === 'run'
        ? await start(api, workflowId, form, submission)
        : { price: await priceOf(api, workflowId, form) };
    if ('runId' in outcome) return reply.redirect(pathTo(frame, `runs/${outcome.runId}`), 303);
    // A changed form is another run.
    const page = <WorkflowPage {...content} form={form} price={outcome.price} submission={randomUUID()} />;
    return sendPage(reply, frame, content.workflow.name, page);
  });
}

async function readContent(api: Visit['api'], workflowId: string) {
  const [workflow, files] = await Promise.all([
    api.workflows.get(workflowId),
    api.files.list({ limit: OFFERED }).page(),
  ]);
  return { workflow, nodes: inputsOf(workflow), files: files.data };
}

async function priceOf(api: Visit['api'], workflowId: string, form: WorkflowForm): Promise<WorkflowPriceProps> {
  if (isEmpty(form)) return { problems: [], empty: true };
  try {
    const { name: _, ...asked } = requestOf(form);
    return { quote: await api.workflows.quote(workflowId, asked), problems: [] };
  } catch (error) {
    return { problems: refusals(error) };
  }
}

async function start(
  api: Visit['api'],
  workflowId: string,
  form: WorkflowForm,
  submission: string,
): Promise<{ runId: string } | { price: WorkflowPriceProps }> {
  try {
    const { id } = await api.workflows.start(workflowId, requestOf(form), submission);
    return { runId: id };
  } catch (error) {
    return { price: { problems: refusals(error) } };
  }
}

/** Returns why the API refused a form, at the input that it named. A session that has ended is not a refusal of the form. */
function refusals(error: unknown): WorkflowPriceProps['problems'] {
  if (!(error instanceof ApiError) || error.status === 401 || error.status === 404) throw error;
  if (!(error instanceof ValidationError) || error.problems.length === 0)
    return [{ node: '', message: [error.message, error.resolution].filter(Boolean).join(' ') }];
  return error.problems.map(({ path, message }) => {
    const [, node = ''] = /^input_data\.([\w-]+)/.exec(path) ?? [];
    return { node, message: `${node || path}: ${message}` };
  });
}
