// Sends the form of a login link by itself, and takes the link out of the address. Programs that fetch or render pages ahead of
// time must not use the link up, so the form waits until a person sees the page.

const form = document.querySelector('form[data-send]');
history.replaceState(null, '', location.pathname);

function send() {
  if (document.prerendering) document.addEventListener('prerenderingchange', send, { once: true });
  else if (document.visibilityState !== 'visible') document.addEventListener('visibilitychange', send, { once: true });
  else form.requestSubmit();
}

send();
