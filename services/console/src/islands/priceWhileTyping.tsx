import { render } from 'preact';
import { isRefused, type Price, PricePanel } from '../tools/PricePanel.tsx';
import { sendOnce } from './sendOnce.ts';

/** How long the reader pauses before the price is asked for, in milliseconds. */
const PAUSE_MS = 350;

/** Shows the price of a form while it is filled in, and sends it. Only the newest price counts. Without this script a button shows it. */
export function priceWhileTyping(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form[data-price]');
  const panel = form?.querySelector<HTMLElement>('[data-panel]');
  const run = form?.querySelector<HTMLButtonElement>('[data-run]');
  if (!form || !panel || !run) return;
  form.classList.add('lively');
  let asked: AbortController | undefined;
  let taken = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    asked?.abort();
    asked = new AbortController();
    const body = new URLSearchParams([...new FormData(form!)].map(([name, value]) => [name, String(value)]));
    try {
      const headers = { accept: 'application/json' };
      const response = await fetch(form!.dataset.price!, { method: 'POST', body, headers, signal: asked.signal });
      if (response.ok) show((await response.json()) as Price);
    } catch {
      // Aborted by a newer question, or the network is away: the last price stays, and the server checks it again.
    }
  }

  function show(price: Price): void {
    // Preact takes over a panel that the server rendered; later it changes what it rendered itself.
    if (!taken) panel!.replaceChildren();
    taken = true;
    render(<PricePanel price={price} />, panel!);
    if (isRefused(price)) run!.setAttribute('aria-disabled', 'true');
    else run!.removeAttribute('aria-disabled');
  }

  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MS);
  });
  form.addEventListener('submit', (event) => {
    if (event.submitter !== run) return;
    event.preventDefault();
    const wrong = panel.querySelector<HTMLAnchorElement>('.problems a');
    if (run.getAttribute('aria-disabled') === 'true' && wrong) wrong.click();
    // Without a field to mend, the server decides again.
    else sendOnce(form, run, show);
  });
}
