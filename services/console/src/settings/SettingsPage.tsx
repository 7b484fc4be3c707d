import type { Notices } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { NoticeForm } from './NoticeForm.tsx';
import { SettingsTabs } from './SettingsTabs.tsx';

/** The person, and the mails that the person gets. */
export function SettingsPage({ notices }: { notices: Notices }) {
  const site = useSite();
  return (
    <>
      <SettingsTabs current="settings" />
      <section aria-labelledby="you">
        <h2 id="you">You</h2>
        <p>
          {site.person.email}, {site.workspace.role} of {site.workspace.name}.
        </p>
        <form method="post" action={pathTo(site, 'settings/name')}>
          <FormToken token={site.formToken} />
          <label for="name">Name that others see</label>
          <input id="name" name="name" value={site.person.name ?? ''} maxLength={80} autocomplete="name" />
          <button type="submit">Change</button>
        </form>
      </section>
      <NoticeForm notices={notices} />
    </>
  );
}
