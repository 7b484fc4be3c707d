import type { Invitation, Member } from '@rotamer/client';
import { Breakable } from '../site/Breakable.tsx';
import { FormToken } from '../site/FormToken.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { isAdmin, SettingsTabs } from './SettingsTabs.tsx';

interface MembersPageProps {
  members: Member[];
  invitations: Invitation[];
  /** The id of the person who looks. */
  ownId: string;
}

const roles = ['viewer', 'member', 'admin', 'owner'] as const;

/** The people of the workspace. Admins invite, change and remove them; only owners make owners. */
export function MembersPage({ members, invitations, ownId }: MembersPageProps) {
  const { role } = useSite().workspace;
  const owners = members.filter((one) => one.role === 'owner').length;
  return (
    <>
      <SettingsTabs current="settings/members" />
      {isAdmin(role) && <Invite />}
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      <section aria-labelledby="members">
        <h2 id="members">Members</h2>
        <ScrollBox label="Members, table">
          <table>
            <thead>
              <tr>
                <th scope="col">Person</th>
                <th scope="col">Role</th>
                <th scope="col">Since</th>
                <th scope="col">Membership</th>
              </tr>
            </thead>
            <tbody>
              {members.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isSelf={member.id === ownId}
                  isLastOwner={member.role === 'owner' && owners === 1}
                />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </section>
      <p class="quiet">
        A viewer looks. A member also runs jobs and keeps files. An admin also manages members, budgets and webhooks.
        Only an owner makes owners.
      </p>
    </>
  );
}

interface MemberRowProps {
  member: Member;
  isSelf: boolean;
  isLastOwner: boolean;
}

function MemberRow({ member, isSelf, isLastOwner }: MemberRowProps) {
  const { workspace } = useSite();
  const mayChange = isAdmin(workspace.role) && (workspace.role === 'owner' || member.role !== 'owner');
  return (
    <tr>
      <th scope="row">
        <Breakable text={member.name ?? member.email} />{' '}
        {member.name && (
          <small>
            <Breakable text={member.email} />
          </small>
        )}{' '}
        {isSelf && <small>(you)</small>}
      </th>
      <td>{mayChange && !isLastOwner ? <RoleForm member={member} /> : member.role}</td>
      <td>{member.joined_at ? <Time at={member.joined_at} /> : '–'}</td>
      <td>
        {isLastOwner && <small>The last owner stays. Make another person owner first.</small>}
        {!isLastOwner && (isSelf || mayChange) && <RemoveForm member={member} isSelf={isSelf} />}
      </td>
    </tr>
  );
}

function RoleForm({ member }: { member: Member }) {
  const site = useSite();
  const name = member.name ?? member.email;
  return (
    <form class="inline" method="post" action={pathTo(site, 'settings/members/role')}>
      <FormToken token={site.formToken} />
      <input type="hidden" name="id" value={member.id} />
      <RoleSelect label={`Role of ${name}`} chosen={member.role} />
      <button type="submit" aria-label={`Change the role of ${name}`}>
        Change
      </button>
    </form>
  );
}

function RoleSelect({ id, label, chosen }: { id?: string; label: string; chosen: string }) {
  const { workspace } = useSite();
  return (
    <select id={id} name="role" aria-label={label}>
      {roles
        .filter((role) => role !== 'owner' || workspace.role === 'owner')
        .map((role) => (
          <option key={role} value={role} selected={role === chosen}>
            {role}
          </option>
        ))}
    </select>
  );
}

function RemoveForm({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const site = useSite();
  const name = member.name ?? member.email;
  return (
    <details class="danger">
      <summary>{isSelf ? 'Leave' : 'Remove'}</summary>
      <form method="post" action={pathTo(site, 'settings/members/remove')}>
        <FormToken token={site.formToken} />
        <input type="hidden" name="id" value={member.id} />
        <small>Keys and sessions in this workspace end at once. Jobs and files stay.</small>
        <button type="submit">{isSelf ? 'Leave the workspace' : `Remove ${name}`}</button>
      </form>
    </details>
  );
}

function Invite() {
  const site = useSite();
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">Invite a person</h2>
      <form class="filters" method="post" action={pathTo(site, 'settings/members/invite')}>
        <FormToken token={site.formToken} />
        <label>
          Mail address
          <input name="email" type="email" required maxLength={254} />
        </label>
        <label for="invite-role">
          Role
          <RoleSelect id="invite-role" label="Role" chosen="member" />
        </label>
        <button type="submit">Invite</button>
      </form>
    </section>
  );
}

function Invitations({ invitations }: { invitations: Invitation[] }) {
  const site = useSite();
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">Open invitations</h2>
      <ul class="rows">
        {invitations.map(({ id, email, role, expires_at }) => (
          <li key={id}>
            <span>{email}</span>
            <small>
              as {role}, until <Time at={expires_at} />
            </small>
            {(['resend', 'withdraw'] as const).map((what) => (
              <form key={what} class="inline" method="post" action={pathTo(site, `settings/members/${what}`)}>
                <FormToken token={site.formToken} />
                <input type="hidden" name="id" value={id} />
                <button type="submit" aria-label={`${capital(what)} the invitation of ${email}`}>
                  {capital(what)}
                </button>
              </form>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
