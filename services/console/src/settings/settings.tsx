import type { NoticesUpdate } from '@rotamer/client';
import type { FastifyInstance } from 'fastify';
import { postForm } from '../site/postForm.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { keys } from './keys.tsx';
import { members } from './members.tsx';
import { SettingsPage } from './SettingsPage.tsx';
import { webhooks } from './webhooks.tsx';

/** GET /w/{workspace}/settings: the person and the mails. POST …/settings/name and …/notices. Further pages are beside this one. */
export function settings(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/settings', async (request, reply) => {
    const { api, site } = visit(request);
    const [frame, notices] = await Promise.all([site('settings'), api.notices.get()]);
    return sendPage(reply, frame, 'Settings', <SettingsPage notices={notices} />);
  });
  postForm(app, visit, 'settings/name', async ({ api, field }) => {
    await api.members.update((await api.session.get()).user.id, { name: field('name') });
    return 'settings';
  });
  postForm(app, visit, 'settings/notices', async ({ api, form }) => {
    const { token: _, ...notices } = Object.fromEntries(form);
    await api.notices.update(notices as NoticesUpdate);
    return 'settings';
  });
  members(app, visit);
  keys(app, visit);
  webhooks(app, visit);
}
