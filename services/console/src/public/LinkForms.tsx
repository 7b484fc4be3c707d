import type { InvitationPage, LocalLinkPage, MailLinkPage, SwitchOffPage } from '@rotamer/pages/accountPages.ts';
import { FormToken } from '../site/FormToken.tsx';

/** Signs in with a link that `npm start` printed. The script of the page sends the form by itself. */
export function LocalLink({ root, token, link }: LocalLinkPage & { root: string }) {
  return (
    <>
      <h1>Sign in</h1>
      <form method="post" action={`${root}login/local`} data-send>
        <FormToken token={token} />
        <input type="hidden" name="link" value={link} />
        <button type="submit">Sign in</button>
      </form>
    </>
  );
}

/** Asks before a link in a mail signs somebody in: mail scanners open links, but send no forms. */
export function MailLink({ action, email, t, token }: MailLinkPage) {
  return (
    <>
      <h1>Sign in as {email}?</h1>
      <p>Confirm only if you asked for this link yourself.</p>
      <form method="post" action={action}>
        <FormToken token={token} />
        <input type="hidden" name="t" value={t} />
        <button type="submit">Sign in</button>
      </form>
    </>
  );
}

/** Asks whether the invited person joins the workspace. */
export function Invitation({ action, workspace, inviter, role, email, t, token }: InvitationPage) {
  return (
    <>
      <h1>Join {workspace}?</h1>
      <p>
        {inviter.name ? `${inviter.name} (${inviter.email})` : inviter.email} invites you to the workspace{' '}
        <strong>{workspace}</strong>, as {role}.
      </p>
      <p>You will be signed in as {email}.</p>
      <form method="post" action={action}>
        <FormToken token={token} />
        <input type="hidden" name="t" value={t} />
        <button type="submit">Accept the invitation</button>
      </form>
    </>
  );
}

/** Asks whether mails of one kind are to be switched off. */
export function SwitchOff({ action, email, what }: SwitchOffPage) {
  return (
    <>
      <h1>Switch these mails off?</h1>
      <p>
        {email} then gets no mail when {what}.
      </p>
      <form method="post" action={action}>
        <button type="submit">Switch off</button>
      </form>
    </>
  );
}
