import type { AccountPage, AccountSession } from '@rotamer/pages/accountPages.ts';
import { FormToken } from '../site/FormToken.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { Time } from '../site/Time.tsx';
import { programOf } from './programOf.ts';

type AccountProps = AccountPage & { root: string };

/** The person, the person's workspaces and sessions. */
export function Account(props: AccountProps) {
  const { root, token, email, name } = props;
  return (
    <>
      <h1>Account</h1>
      <p class="lead">
        Signed in as <strong>{name ?? email}</strong> {name && <span class="quiet">{email}</span>}
      </p>
      <form method="post" action={`${root}account/sign-out`}>
        <FormToken token={token} />
        <button type="submit">Sign out</button>
      </form>
      <Workspaces {...props} />
      <Providers {...props} />
      <Sessions {...props} />
    </>
  );
}

function Workspaces({ root, token, workspaces }: AccountProps) {
  return (
    <section aria-labelledby="workspaces">
      <h2 id="workspaces">Workspaces</h2>
      <ScrollBox label="Workspaces, table">
        <table>
          <thead>
            <tr>
              <th scope="col">Workspace</th>
              <th scope="col">Your role</th>
              <th scope="col">Id</th>
              <th scope="col">Use</th>
            </tr>
          </thead>
          <tbody>
            {workspaces.map(({ id, name, role, current }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={`${root}w/${encodeURIComponent(id)}/`}>{name}</a>
                </th>
                <td>{role}</td>
                <td>
                  <code>{id}</code>
                </td>
                <td>
                  {current ? (
                    'in use'
                  ) : (
                    <form class="inline" method="post" action={`${root}account/workspace`}>
                      <FormToken token={token} />
                      <input type="hidden" name="workspace_id" value={id} />
                      <button type="submit" aria-label={`Use ${name}`}>
                        Use
                      </button>
                    </form>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function Providers({ email, providers }: AccountProps) {
  if (providers.length === 0) return null;
  return (
    <section aria-labelledby="providers">
      <h2 id="providers">Ways to sign in</h2>
      <ul>
        {providers.map(({ name, connect }) => (
          <li key={name}>
            {connect ? (
              <>
                <a href={connect}>Connect {name}</a>, with the address {email} there
              </>
            ) : (
              `${name}: connected`
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sessions({ root, token, sessions, hasMore }: AccountProps) {
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <ScrollBox label="Sessions, table">
        <table>
          <thead>
            <tr>
              <th scope="col">Program</th>
              <th scope="col">Signed in by</th>
              <th scope="col">Workspace</th>
              <th scope="col">Address</th>
              <th scope="col">Last used</th>
              <th scope="col">End</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} root={root} token={token} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {hasMore && <p class="quiet">Only the newest sessions are shown.</p>}
      {sessions.length > 1 && (
        <form method="post" action={`${root}account/end-others`}>
          <FormToken token={token} />
          <button type="submit">End all other sessions</button>
        </form>
      )}
    </section>
  );
}

function SessionRow({ session, root, token }: { session: AccountSession; root: string; token: string }) {
  const program = programOf(session.userAgent);
  return (
    <tr>
      <th scope="row" title={session.userAgent}>
        {program}
      </th>
      <td>{session.method}</td>
      <td>{session.workspace}</td>
      <td>{session.address}</td>
      <td>
        <Time at={session.lastUsed} />
      </td>
      <td>
        {session.current ? (
          'this one'
        ) : (
          <form class="inline" method="post" action={`${root}account/end-session`}>
            <FormToken token={token} />
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
