import type { JobDetails, JobSharing } from '@rotamer/client';
import { isAdmin } from '../settings/SettingsTabs.tsx';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { SHARE_DAYS } from './readShareForm.ts';

const choices: { value: JobSharing['visibility']; label: string; text: string }[] = [
  { value: 'PRIVATE', label: 'This workspace', text: 'Nobody else sees the job.' },
  { value: 'INVITED', label: 'Invited people', text: 'People whom you invite by mail, without an account.' },
  { value: 'AUTHENTICATED', label: 'Anyone who signs in here', text: 'With the link, and an account of this service.' },
  { value: 'PUBLIC', label: 'Anyone', text: 'With the link.' },
];

interface SharePageProps {
  job: JobDetails;
  sharing: JobSharing;
  /** The address of the shared page. */
  link: string;
  now: Date;
}

/** Who may see a job, and what they will see. Its creator, admins and owners can change that; the API checks it again. */
export function SharePage({ job, sharing, link, now }: SharePageProps) {
  const site = useSite();
  const { role } = site.workspace;
  const mayChange = isAdmin(role) || (role === 'member' && job.submitted_by.user_id === site.person.id);
  const own = pathTo(site, `jobs/${job.id}`);
  return (
    <>
      <h1>Share</h1>
      <p class="lead">
        <a href={own}>{job.name || job.id}</a>
      </p>
      <p>
        Others see the results, the tool and its state. They see no inputs, members, credits or other jobs.{' '}
        <a href={`${own}/share/preview`}>Preview</a>
      </p>
      <End sharing={sharing} now={now} />
      {mayChange ? (
        <VisibilityForm sharing={sharing} now={now} action={`${own}/share`} />
      ) : (
        <Visibility visibility={sharing.visibility} />
      )}
      {sharing.visibility !== 'PRIVATE' && (
        <p class="address">
          The link: <a href={`${site.root}share/${job.id}`}>{link}</a>
          {sharing.visibility === 'INVITED' &&
            ' It opens for invited people, who have links of their own in their mails.'}
        </p>
      )}
      <Invitations sharing={sharing} action={mayChange ? `${own}/share` : undefined} />
    </>
  );
}

function Visibility({ visibility }: Pick<JobSharing, 'visibility'>) {
  const label = choices.find(({ value }) => value === visibility)?.label ?? visibility;
  return (
    <>
      <p>Who may see it: {label}.</p>
      <p class="quiet">Only the person who submitted the job, an admin or an owner can change this.</p>
    </>
  );
}

/** When sharing ends, or that it has ended. */
function End({ sharing: { visibility, expires_at }, now }: { sharing: JobSharing; now: Date }) {
  if (!expires_at || visibility === 'PRIVATE') return null;
  if (new Date(expires_at) > now) {
    return (
      <p>
        Sharing ends <Time at={expires_at} />.
      </p>
    );
  }
  return (
    <p class="notice">
      Sharing ended <Time at={expires_at} />. Its links answer “Page not found”. A later end opens them again.
    </p>
  );
}

function VisibilityForm({ sharing, now, action }: { sharing: JobSharing; now: Date; action: string }) {
  const { formToken } = useSite();
  const { visibility } = sharing;
  return (
    <form method="post" action={action}>
      <FormToken token={formToken} />
      <fieldset>
        <legend>Who may see it</legend>
        {choices.map(({ value, label, text }) => (
          <label key={value} class="choice">
            <input type="radio" name="visibility" value={value} checked={value === visibility} />
            <span>
              {label} <small>{text}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <EndFields sharing={sharing} now={now} />
      <button type="submit">Change</button>
    </form>
  );
}

/** When sharing shall end. A past end is no choice: the links that it closed open again by another one. */
function EndFields({ sharing: { expires_at }, now }: { sharing: JobSharing; now: Date }) {
  const ended = expires_at !== undefined && new Date(expires_at) <= now;
  return (
    <fieldset class="end">
      <legend>When sharing ends</legend>
      <label>
        It ends{' '}
        <select name="ends">
          {expires_at && !ended && <option value="keep">at the time above</option>}
          {!ended && <option value="never">never</option>}
          {SHARE_DAYS.map((days) => (
            <option key={days} value={days}>
              {`in ${days} days`}
            </option>
          ))}
          {ended && <option value="never">never</option>}
        </select>
      </label>
      <label>
        or on a last day (UTC){' '}
        <input type="date" name="last_day" min={now.toISOString().slice(0, 10)} max="9999-12-30" />
      </label>
    </fieldset>
  );
}

/** The invited people. Without `action` the reader cannot change them. */
function Invitations({ sharing, action }: { sharing: JobSharing; action: string | undefined }) {
  const { formToken } = useSite();
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <ul class="rows">
        {sharing.shares.map(({ id, email, claimed, claimed_at }) => (
          <li key={id}>
            <span>{email}</span>
            <small>
              {claimed && claimed_at ? (
                <>
                  opened <Time at={claimed_at} />
                </>
              ) : (
                'not opened yet'
              )}
            </small>
            {action && (
              <form class="inline" method="post" action={action}>
                <FormToken token={formToken} />
                <input type="hidden" name="remove" value={email} />
                <button type="submit" aria-label={`Revoke the invitation of ${email}`}>
                  Revoke
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {action && (
        <form method="post" action={action}>
          <FormToken token={formToken} />
          <label for="invite">Mail address</label>
          <input id="invite" name="invite" type="email" required maxLength={254} autocomplete="email" />
          <button type="submit">Invite</button>
        </form>
      )}
    </section>
  );
}
