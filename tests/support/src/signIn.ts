/**
 * Signs in to a page with a key through its form, as a browser does. `action` is the address to which the form is sent.
 */
export async function signInTo(page: string, key: string, action = page): Promise<Response> {
  const shown = await fetch(page);
  const token = /name="token" value="([^"]+)"/.exec(await shown.text())?.[1] ?? '';
  const cookie = shown.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const body = new URLSearchParams({ token, key });
  return fetch(action, { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
}

/** Returns the session cookie that a response sets, as a value for the header Cookie. */
export function sessionOf(answer: Response): string {
  return (
    answer.headers
      .getSetCookie()
      .find((one) => /^\w+_session\w*=/.test(one))
      ?.split(';')[0] ?? ''
  );
}
