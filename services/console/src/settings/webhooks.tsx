import { PermissionDeniedError, type WebhookEndpointRequest } from '@rotamer/client';
import { formOf } from '@rotamer/http/request/form.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseForeignForm } from '../http/formToken.ts';
import { postForm } from '../site/postForm.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { WebhookPage } from './WebhookPage.tsx';
import { WebhookSecretPage } from './WebhookSecretPage.tsx';
import { WebhooksPage } from './WebhooksPage.tsx';

type OfEndpoint = FastifyRequest<{ Params: { endpointId: string }; Querystring: { delivery?: string } }>;

/** Most endpoints and projects, and deliveries of an endpoint, on a page. */
const SHOWN = 100;
const DELIVERIES = 25;

const page = 'settings/webhooks';

/**
 * GET /w/{workspace}/settings/webhooks: the endpoints; …/webhooks/{endpointId}: one with its deliveries. POST …/webhooks/create and
 * …/{endpointId}/rotate answer with the page of the secret. Further forms test, switch and delete an endpoint, and replay a delivery.
 */
export function webhooks(app: FastifyInstance, visit: VisitOf): void {
  app.get(`/w/:workspace/${page}`, async (request, reply) => {
    const { api, site } = visit(request);
    const [frame, endpoints, projects] = await Promise.all([
      site('settings'),
      api.webhooks.list({ limit: SHOWN }).page().catch(onlyAdmins),
      api.projects.list({ limit: SHOWN }).page(),
    ]);
    const content = { endpoints: endpoints.data, projects: projects.data };
    return sendPage(reply, frame, 'Webhooks', <WebhooksPage {...content} />);
  });

  app.get(`/w/:workspace/${page}/:endpointId`, async (request: OfEndpoint, reply) => {
    const { api, site } = visit(request);
    const { endpointId } = request.params;
    const { delivery } = request.query;
    const [frame, endpoint, deliveries, details] = await Promise.all([
      site('settings'),
      api.webhooks.get(endpointId),
      api.webhooks.listDeliveries({ endpoint_id: endpointId, limit: DELIVERIES }).page(),
      typeof delivery === 'string' ? api.webhooks.getDelivery(delivery) : undefined,
    ]);
    const content = { endpoint, deliveries: deliveries.data, details };
    return sendPage(reply, frame, 'Webhook', <WebhookPage {...content} />);
  });

  app.post(`/w/:workspace/${page}/create`, async (request, reply) => {
    const { api, site, token } = visit(request);
    refuseForeignForm(request, token);
    const endpoint = await api.webhooks.create(readEndpoint(formOf(request)));
    return sendPage(reply, await site('settings'), 'Webhook', <WebhookSecretPage endpoint={endpoint} />);
  });

  app.post(`/w/:workspace/${page}/:endpointId/rotate`, async (request: OfEndpoint, reply) => {
    const { api, site, token } = visit(request);
    refuseForeignForm(request, token);
    const endpoint = await api.webhooks.rotateSecret(request.params.endpointId);
    return sendPage(reply, await site('settings'), 'Webhook', <WebhookSecretPage endpoint={endpoint} />);
  });

  const own = `${page}/:endpointId`;
  postForm(app, visit, `${own}/test`, async ({ api, params: { endpointId = '' } }) => {
    const { id } = await api.webhooks.test(endpointId);
    return `${page}/${endpointId}?delivery=${id}`;
  });
  postForm(app, visit, `${own}/switch`, async ({ api, field, params: { endpointId = '' } }) => {
    await api.webhooks.update(endpointId, { enabled: field('enabled') === 'true' });
    return `${page}/${endpointId}`;
  });
  postForm(app, visit, `${own}/replay`, async ({ api, field, params: { endpointId = '' } }) => {
    const { id } = await api.webhooks.replay(field('delivery'));
    return `${page}/${endpointId}?delivery=${id}`;
  });
  postForm(app, visit, `${own}/delete`, async ({ api, params: { endpointId = '' } }) => {
    await api.webhooks.delete(endpointId);
    return page;
  });
}

function onlyAdmins(error: unknown): never {
  if (!(error instanceof PermissionDeniedError)) throw error;
  throw new Fault('forbidden', 'Webhooks are for admins and owners of the workspace.', {
    resolution: 'Ask an admin to set one up.',
  });
}

function readEndpoint(form: URLSearchParams): WebhookEndpointRequest {
  const text = (name: string) => form.get(name)?.trim() ?? '';
  return {
    url: text('url'),
    event_types: form.getAll('types') as WebhookEndpointRequest['event_types'],
    ...(text('description') && { description: text('description') }),
    ...(text('project') && { project_id: text('project') }),
  };
}
