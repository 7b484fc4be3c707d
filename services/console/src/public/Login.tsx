import type { LoginPage } from '@rotamer/pages/accountPages.ts';
import { Code } from '../site/Code.tsx';
import { FormToken } from '../site/FormToken.tsx';

/** The ways to sign in that are switched on. */
export function Login({ root, next, token, providers, hasMail, hasLocalLinks }: LoginPage & { root: string }) {
  const hasNone = !hasLocalLinks && !hasMail && providers.length === 0;
  return (
    <>
      <h1>Sign in</h1>
      {providers.map(({ name, link, signOut }) => (
        <div key={link}>
          <p>
            <a class="button" href={link}>
              Sign in with {name}
            </a>
          </p>
          {signOut && (
            <p>
              You are signed out here. <a href={signOut}>Sign out of {name} too</a>
            </p>
          )}
        </div>
      ))}
      {hasMail && (
        <form method="post" action={`${root}login/mail`}>
          <FormToken token={token} />
          <input type="hidden" name="next" value={next} />
          <label for="email">E-mail address</label>
          <input id="email" name="email" type="email" autocomplete="email" required maxLength={254} />
          <button type="submit">Send me a link</button>
        </form>
      )}
      {hasLocalLinks && (
        <>
          <h2>On this machine</h2>
          <p>
            Open the link that <code>npm start</code> printed. It works once. This command prints another one:
          </p>
          <Code text="npm run admin -- login-link" />
        </>
      )}
      {hasNone && (
        <p>
          No way to sign in is switched on here. Programs use <a href={`${root}docs`}>the API</a> with an API key; the
          operator of this service can switch on a way to sign in.
        </p>
      )}
    </>
  );
}
