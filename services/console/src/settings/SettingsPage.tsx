import type { ApiKey, Invitation, Member, Notices } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { KeyTable } from './KeyTable.tsx';
import { MemberTable } from './MemberTable.tsx';
import { NoticeForm } from './NoticeForm.tsx';

interface SettingsPageProps {
  members: Member[];
  invitations: Invitation[];
  keys: ApiKey[];
  notices: Notices;
}

/** The person, the members of the workspace, its keys, and the mails that it sends. */
export function SettingsPage({ members, invitations, keys, notices }: SettingsPageProps) {
  const site = useSite();
  return (
    <>
      <h1>Settings</h1>
      <section aria-labelledby="you">
        <h2 id="you">You</h2>
        <p>
          {site.person.email}, {site.workspace.role} of {site.workspace.name}.{' '}
          <a href={`${site.root}account`}>Where you are signed in</a>
        </p>
        <form method="post" action={pathTo(site, 'settings/name')}>
          <FormToken token={site.formToken} />
          <label for="name">Name that others see</label>
          <input id="name" name="name" value={site.person.name ?? ''} maxLength={80} autocomplete="name" />
          <button type="submit">Change</button>
        </form>
      </section>
      <MemberTable members={members} invitations={invitations} />
      <KeyTable keys={keys} members={members} />
      <NoticeForm notices={notices} />
    </>
  );
}
