import type { PersonSession } from '@rotamer/client';
import type { FastifyInstance } from 'fastify';
import { FormToken } from '../site/FormToken.tsx';
import { postForm } from '../site/postForm.ts';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import type { VisitOf } from '../site/visit.ts';
import { SettingsTabs } from './SettingsTabs.tsx';

/** Most sessions on the page. */
const SHOWN = 100;

/** GET /w/{workspace}/settings/sessions: where the person is signed in. POST …/sessions/end and …/end-others. */
export function sessions(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/settings/sessions', async (request, reply) => {
    const { api, site } = visit(request);
    const [frame, list] = await Promise.all([site('settings'), api.session.list({ of: 'me', limit: SHOWN }).page()]);
    return sendPage(reply, frame, 'Sessions', <SessionsPage sessions={list.data} />);
  });
  postForm(app, visit, 'settings/sessions/end', async ({ api, field }) => {
    await api.session.end(field('id'));
    return 'settings/sessions';
  });
  postForm(app, visit, 'settings/sessions/end-others', async ({ api }) => {
    await api.session.endOthers();
    return 'settings/sessions';
  });
}

function SessionsPage({ sessions: shown }: { sessions: PersonSession[] }) {
  const site = useSite();
  const others = shown.filter(({ current }) => !current);
  return (
    <>
      <SettingsTabs current="settings/sessions" />
      <section aria-labelledby="sessions">
        <h2 id="sessions">Where you are signed in</h2>
        <ScrollBox label="Sessions, table">
          <table>
            <thead>
              <tr>
                <th scope="col">Program</th>
                <th scope="col">Address</th>
                <th scope="col">Signed in</th>
                <th scope="col">Last used</th>
                <th scope="col">End</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
        {others.length > 0 && (
          <form method="post" action={pathTo(site, 'settings/sessions/end-others')}>
            <FormToken token={site.formToken} />
            <button type="submit">End all others</button>
          </form>
        )}
      </section>
    </>
  );
}

function SessionRow({ session }: { session: PersonSession }) {
  const site = useSite();
  const program = programOf(session.user_agent);
  return (
    <tr>
      <th scope="row" title={session.user_agent}>
        {program}
      </th>
      <td>{session.address}</td>
      <td>
        <Time at={session.created_at} />
      </td>
      <td>
        <Time at={session.last_used_at} />
      </td>
      <td>
        {session.current ? (
          'this one'
        ) : (
          <form class="inline" method="post" action={pathTo(site, 'settings/sessions/end')}>
            <FormToken token={site.formToken} />
            <input type="hidden" name="id" value={session.id} />
            <button type="submit" aria-label={`End the session of ${program}`}>
              End
            </button>
          </form>
        )}
      </td>
    </tr>
  );
}

/** Returns the name of a browser and its system, as far as its user agent names them: `Firefox, Linux`. */
export function programOf(agent: string): string {
  // Chromium's browsers also name Chrome and Safari, so the order matters.
  const browser = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari', 'rotamer'].find((name) => agent.includes(name));
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'].find((name) => agent.includes(name));
  const names: Record<string, string> = {
    Edg: 'Edge',
    OPR: 'Opera',
    'Mac OS X': 'macOS',
    rotamer: 'Rotamer command line',
  };
  const known = [browser, system].filter((name) => name !== undefined).map((name) => names[name] ?? name);
  return known.join(', ') || agent.slice(0, 60) || 'unknown';
}
