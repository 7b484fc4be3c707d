import type { Invitation, Member } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';

interface MemberTableProps {
  members: Member[];
  invitations: Invitation[];
}

/** The people of the workspace. Admins invite more. */
export function MemberTable({ members, invitations }: MemberTableProps) {
  const { role } = useSite().workspace;
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      <ScrollBox label="Members, table">
        <table>
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Role</th>
              <th scope="col">Since</th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <tr key={member.id}>
                <th scope="row">
                  {member.name ?? member.email} {member.name && <small>{member.email}</small>}
                </th>
                <td>{member.role}</td>
                <td>{member.joined_at ? <Time at={member.joined_at} /> : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {['admin', 'owner'].includes(role) && <Invitations invitations={invitations} />}
    </section>
  );
}

function Invitations({ invitations }: { invitations: Invitation[] }) {
  const site = useSite();
  return (
    <>
      <ul class="rows">
        {invitations.map(({ id, email, role }) => (
          <li key={id}>
            <span>{email}</span>
            <small>invited as {role}</small>
            <form class="inline" method="post" action={pathTo(site, 'settings/withdraw-invitation')}>
              <FormToken token={site.formToken} />
              <input type="hidden" name="id" value={id} />
              <button type="submit" aria-label={`Withdraw the invitation of ${email}`}>
                Withdraw
              </button>
            </form>
          </li>
        ))}
      </ul>
      <form class="filters" method="post" action={pathTo(site, 'settings/invite')}>
        <FormToken token={site.formToken} />
        <label>
          Mail address
          <input name="email" type="email" required maxLength={254} />
        </label>
        <label>
          Role
          <select name="role">
            {['viewer', 'member', 'admin'].map((role) => (
              <option key={role} value={role} selected={role === 'member'}>
                {role}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">Invite</button>
      </form>
    </>
  );
}
