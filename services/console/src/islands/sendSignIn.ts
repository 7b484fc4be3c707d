/**
 * Sends the form of a login link by itself, and takes the link out of the address. Programs that fetch or render pages ahead of time
 * must not use the link up, so the form waits until a person sees the page.
 */
export function sendSignIn(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form[data-send]');
  if (!form) return;
  history.replaceState(null, '', location.pathname);
  const send = () => {
    if ('prerendering' in page && page.prerendering) page.addEventListener('prerenderingchange', send, { once: true });
    else if (page.visibilityState !== 'visible') page.addEventListener('visibilitychange', send, { once: true });
    else form.requestSubmit();
  };
  send();
}
