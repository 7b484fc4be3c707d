import type { Notices } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';

type Kind = Exclude<keyof Notices, 'object'>;

const kinds: Record<Kind, { label: string; choices: Notices[Kind][] }> = {
  job_ended: { label: 'My jobs have ended', choices: ['always', 'requested', 'never'] },
  run_ended: { label: 'My workflow runs have ended', choices: ['always', 'requested', 'never'] },
  review_waiting: { label: 'A run of mine waits for a review', choices: ['always', 'never'] },
  budget_near: { label: 'A budget is nearly spent', choices: ['always', 'never'] },
  invitation: { label: 'Somebody invites me', choices: ['always', 'never'] },
  webhook_disabled: { label: 'A webhook endpoint is disabled', choices: ['always', 'never'] },
};

const words = { always: 'always', requested: 'when I ask for it', never: 'never' };

/** Which mails the person gets. */
export function NoticeForm({ notices }: { notices: Notices }) {
  const site = useSite();
  return (
    <section aria-labelledby="mails">
      <h2 id="mails">Mails</h2>
      <form method="post" action={pathTo(site, 'settings/notices')}>
        <FormToken token={site.formToken} />
        {(Object.keys(kinds) as Kind[]).map((kind) => (
          <label key={kind} class="setting">
            {kinds[kind].label}
            <select name={kind}>
              {kinds[kind].choices.map((choice) => (
                <option key={choice} value={choice} selected={choice === notices[kind]}>
                  {words[choice]}
                </option>
              ))}
            </select>
          </label>
        ))}
        <button type="submit">Change</button>
      </form>
    </section>
  );
}
