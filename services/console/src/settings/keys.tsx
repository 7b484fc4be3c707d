import type { ApiKeyRequest } from '@rotamer/client';
import { formOf } from '@rotamer/http/request/form.ts';
import type { FastifyInstance } from 'fastify';
import { refuseForeignForm } from '../http/formToken.ts';
import { postForm } from '../site/postForm.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { KeySecretPage } from './KeySecretPage.tsx';
import { KeysPage } from './KeysPage.tsx';
import { readKeyForm } from './readKeyForm.ts';

/** Most keys, members and projects on the page. */
const SHOWN = 100;

/**
 * GET /w/{workspace}/settings/keys: the API keys. POST …/keys/create and …/keys/rotate answer with the page of the secret, which is
 * shown this once and not kept. POST …/keys/revoke ends a key.
 */
export function keys(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/settings/keys', async (request, reply) => {
    const { api, site } = visit(request);
    const [frame, list, members, projects, { scopes }] = await Promise.all([
      site('settings'),
      api.apiKeys.list({ limit: SHOWN }).page(),
      api.members.list({ limit: SHOWN }).page(),
      api.projects.list({ limit: SHOWN }).page(),
      api.session.get(),
    ]);
    const content = { keys: list.data, members: members.data, projects: projects.data, scopes };
    return sendPage(reply, frame, 'API keys', <KeysPage {...content} submission={crypto.randomUUID()} />);
  });

  app.post('/w/:workspace/settings/keys/create', async (request, reply) => {
    const { api, site, token } = visit(request);
    refuseForeignForm(request, token);
    const form = formOf(request);
    const wanted: ApiKeyRequest = readKeyForm(form, new Date());
    const key = await api.apiKeys.create(wanted, { idempotencyKey: form.get('submission') || crypto.randomUUID() });
    return sendPage(reply, await site('settings'), 'API key', <KeySecretPage apiKey={key} />);
  });

  app.post('/w/:workspace/settings/keys/rotate', async (request, reply) => {
    const { api, site, token } = visit(request);
    refuseForeignForm(request, token);
    const key = await api.apiKeys.rotate(formOf(request).get('id') ?? '');
    return sendPage(reply, await site('settings'), 'API key', <KeySecretPage apiKey={key} />);
  });

  postForm(app, visit, 'settings/keys/revoke', async ({ api, field }) => {
    await api.apiKeys.revoke(field('id'));
    return 'settings/keys';
  });
}
