import type { Role } from '@rotamer/client';
import type { FastifyInstance } from 'fastify';
import { postForm } from '../site/postForm.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { MembersPage } from './MembersPage.tsx';
import { isAdmin } from './SettingsTabs.tsx';

/** Most members and invitations on the page. */
const SHOWN = 100;

/** GET /w/{workspace}/settings/members: the people of the workspace. POST …/members/{form}: invites, changes and removes them. */
export function members(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/settings/members', async (request, reply) => {
    const { api, site } = visit(request);
    const [frame, people, { user }] = await Promise.all([
      site('settings'),
      api.members.list({ limit: SHOWN }).page(),
      api.session.get(),
    ]);
    const invitations = isAdmin(frame.workspace.role)
      ? await api.members.invitations({ limit: SHOWN }).page()
      : undefined;
    const content = { members: people.data, invitations: invitations?.data ?? [], ownId: user.id };
    return sendPage(reply, frame, 'Members', <MembersPage {...content} />);
  });

  const page = 'settings/members';
  postForm(app, visit, `${page}/invite`, async ({ api, field }) => {
    await api.members.invite({ email: field('email'), role: (field('role') || 'member') as Role });
    return page;
  });
  postForm(app, visit, `${page}/resend`, async ({ api, field }) => {
    await api.members.resendInvitation(field('id'));
    return page;
  });
  postForm(app, visit, `${page}/withdraw`, async ({ api, field }) => {
    await api.members.withdrawInvitation(field('id'));
    return page;
  });
  postForm(app, visit, `${page}/role`, async ({ api, field }) => {
    await api.members.update(field('id'), { role: field('role') as Role });
    return page;
  });
  postForm(app, visit, `${page}/remove`, async ({ api, field }) => {
    await api.members.remove(field('id'));
    return page;
  });
}
