import type { SignInPage } from '@rotamer/pages/publicPages.ts';
import { FormToken } from '../site/FormToken.tsx';

/** Asks for an API key, for an hour, to see a job that is shared with anyone who signs in. */
export function SignIn({ action, token, loginLink, notice }: SignInPage) {
  return (
    <>
      <h1>Sign in to view this result</h1>
      <p>
        It is shared with anyone who has an API key for this service. The key is not stored; you stay signed in for an
        hour.
      </p>
      {notice && (
        <p class="notice" role="alert">
          {notice}
        </p>
      )}
      <form method="post" action={action}>
        <FormToken token={token} />
        <label for="key">API key</label>
        <input id="key" name="key" type="password" autocomplete="off" required maxLength={200} />
        <button type="submit">Sign in</button>
      </form>
      {loginLink && (
        <p>
          Or <a href={loginLink}>sign in without a key</a>.
        </p>
      )}
    </>
  );
}
