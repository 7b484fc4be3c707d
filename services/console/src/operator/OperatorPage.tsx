import { Breakable } from '../site/Breakable.tsx';
import { Time } from '../site/Time.tsx';
import { count, number } from '../words/numbers.ts';
import { OperatorTabs } from './OperatorTabs.tsx';
import { Part } from './Part.tsx';

/** What the gateway tells operators (`GET /operator/overview`). */
export interface OperatorOverview {
  tools: { total: number; unavailable: string[] };
  users: {
    id: string;
    email: string;
    name: string;
    memberships: { workspace_id: string; role: string; live_keys: number }[];
    live_sessions: number;
    last_signed_in_at: string | null;
  }[];
  audit: { at: string; action: string; resource_id: string; workspace_id: string; outcome: string }[];
}

/** The installation as operators see it. */
export function OperatorPage({ overview }: { overview: OperatorOverview }) {
  const { tools, users, audit } = overview;
  return (
    <>
      <h1>Operator</h1>
      <OperatorTabs current="" />
      <p class="lead">
        This page shows at most 100 rows of each table. <code>npm run admin</code> shows all of them, and makes changes.
      </p>
      <section aria-labelledby="tools">
        <h2 id="tools">Runners</h2>
        <p>{`Runners offer ${number(tools.total - tools.unavailable.length)} of ${count(tools.total, 'tool')}.`}</p>
        {tools.unavailable.length > 0 && <p class="quiet">{`Not offered: ${tools.unavailable.join(', ')}`}</p>}
      </section>
      <Part
        id="users"
        title="People and keys"
        empty="There is no user."
        head={['Person', 'Workspaces', 'Live keys', 'Sessions', 'Signed in']}
        rows={users.map(({ email, name, memberships, live_sessions, last_signed_in_at: last }) => [
          <Breakable key={email} text={name ? `${name}, ${email}` : email} />,
          memberships.map((one) => `${one.workspace_id} (${one.role})`).join(', '),
          number(memberships.reduce((sum, { live_keys }) => sum + live_keys, 0)),
          number(live_sessions),
          last ? <Time key="at" at={last} /> : 'never',
        ])}
      />
      <Part
        id="audit"
        title="Commands of operators"
        empty="No command was run."
        head={['Command', 'On', 'Outcome', 'At']}
        rows={audit.map(({ at, action, resource_id, workspace_id, outcome }) => [
          action,
          [resource_id, workspace_id].filter(Boolean).join(' in '),
          outcome,
          <Time key="at" at={at} />,
        ])}
      />
    </>
  );
}
