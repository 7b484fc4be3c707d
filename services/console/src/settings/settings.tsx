import type { NoticesUpdate } from '@rotamer/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formOf, refuseForeignForm } from '../http/formToken.ts';
import { rootOf } from '../http/rootOf.ts';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { Visit, VisitOf } from '../site/visit.ts';
import { SettingsPage } from './SettingsPage.tsx';

/** Most members, invitations and keys on the page. */
const SHOWN = 100;

/** What the forms do. The API checks the role of the person for each. */
const changes: Record<string, (api: Visit['api'], form: URLSearchParams) => Promise<unknown>> = {
  name: async (api, form) => api.members.update((await api.session.get()).user.id, { name: form.get('name') }),
  invite: (api, form) =>
    api.members.invite({ email: form.get('email') ?? '', role: (form.get('role') ?? 'member') as 'member' }),
  'withdraw-invitation': (api, form) => api.members.withdrawInvitation(form.get('id') ?? ''),
  'revoke-key': (api, form) => api.apiKeys.revoke(form.get('id') ?? ''),
  notices: (api, form) => api.notices.update(Object.fromEntries(withoutToken(form)) as NoticesUpdate),
};

/** GET /w/{workspace}/settings: the name of the person, members, keys and mails. POST …/settings/{form} changes them. */
export function settings(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/settings', async (request, reply) => {
    const { api, site } = visit(request);
    const [frame, members, keys, notices, invitations] = await Promise.all([
      site('settings'),
      api.members.list({ limit: SHOWN }).page(),
      api.apiKeys.list({ limit: SHOWN }).page(),
      api.notices.get(),
      // Only admins see who is invited.
      api.members
        .invitations({ limit: SHOWN })
        .page()
        .catch(() => ({ data: [] })),
    ]);
    const content = { members: members.data, keys: keys.data, notices, invitations: invitations.data };
    return sendPage(reply, frame, 'Settings', <SettingsPage {...content} />);
  });
  for (const [name, change] of Object.entries(changes))
    app.post(`/w/:workspace/settings/${name}`, async (request: FastifyRequest, reply) => {
      const { api, token, workspaceId } = visit(request);
      refuseForeignForm(request, token);
      await change(api, formOf(request));
      return reply.redirect(pathTo({ root: rootOf(request), workspace: { id: workspaceId } }, 'settings'), 303);
    });
}

function withoutToken(form: URLSearchParams): [string, string][] {
  return [...form].filter(([name]) => name !== 'token');
}
