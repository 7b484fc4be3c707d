import { render } from 'preact';
import { showLocalTimes } from './showLocalTimes.ts';

/** Sent by the document after the main part of a page was replaced, for scripts that add something to it. */
export const REFRESHED = 'refreshed';

/** How long a page waits for a network that cannot be reached, or for a busy server, in milliseconds. */
export const AGAIN_MS = 3_000;

/** How often a page looks whether the reader still presses something, in milliseconds. */
const PRESSED_MS = 50;

/**
 * Shows the main part of the page as the server has it now. Unlike a reload, it keeps the header with its open menu, what is typed
 * there, and the place on the page.
 */
export async function refreshMain(): Promise<void> {
  // The network may also break off in the middle of a page.
  const read = await fetch(location.href)
    .then(async (response) => ({ response, html: await response.text() }))
    .catch(() => undefined);
  if (!read || isBusy(read.response)) {
    setTimeout(refreshMain, AGAIN_MS);
    return;
  }
  const { response, html } = read;
  // The session has ended, or the page is gone: a reload leads to the page that says so.
  if (!response.ok || response.redirected) return location.reload();
  const fresh = new DOMParser().parseFromString(html, 'text/html');
  const [main, next] = [document.querySelector('main'), fresh.querySelector('main')];
  if (!main || !next) return location.reload();
  document.title = fresh.title;
  await replaceContent(main, next);
  for (const { src } of fresh.querySelectorAll<HTMLScriptElement>('head script[src]')) loadOnce(src);
  document.dispatchEvent(new Event(REFRESHED));
}

/** Returns whether the server refused a page for now only. */
function isBusy({ status }: Response): boolean {
  return status === 429 || status >= 500;
}

/**
 * Replaces what an element contains. What is ticked or open stays so, and the focus stays. Waits while the reader presses something
 * in the element: a click ends where it began, so replacing a link between the two would swallow the click.
 */
export async function replaceContent(element: HTMLElement, fresh: Element): Promise<void> {
  while (element.matches(':active')) await new Promise((resolve) => setTimeout(resolve, PRESSED_MS));
  for (const { name, value } of element.querySelectorAll<HTMLInputElement>('input:checked')) {
    const box = fresh.querySelector<HTMLInputElement>(
      `input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`,
    );
    if (box) box.checked = true;
  }
  const open = [...element.querySelectorAll('details[open] > summary')].map(({ textContent }) => textContent);
  for (const summary of fresh.querySelectorAll('details > summary'))
    if (open.includes(summary.textContent)) summary.parentElement!.toggleAttribute('open', true);
  const focused = element.contains(document.activeElement) ? addressOf(document.activeElement!) : undefined;
  // Ends what the islands follow.
  for (const island of element.querySelectorAll('[data-island]')) render(null, island);
  element.replaceChildren(...fresh.childNodes);
  showLocalTimes(element);
  if (focused) element.querySelector<HTMLElement>(focused)?.focus();
}

/** Returns a selector of the same element in another reading of the page. */
function addressOf(element: Element): string | undefined {
  for (const name of ['href', 'value']) {
    const text = element.getAttribute(name);
    if (text) return `${element.localName}[${name}="${CSS.escape(text)}"]`;
  }
  return element.localName === 'button' ? 'button' : undefined;
}

function loadOnce(src: string): void {
  if ([...document.scripts].some((one) => one.src === src)) return;
  const script = document.createElement('script');
  script.type = 'module';
  script.src = src;
  document.head.append(script);
}
