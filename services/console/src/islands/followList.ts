import { openStream } from '../site/openStream.ts';
import { replaceContent } from '../site/replaceContent.ts';

/** The shortest time between two readings of a list, in milliseconds. */
const PAUSE_MS = 1_500;

/** Reads a list of jobs again when a job of the workspace changed. What is ticked stays ticked, and the focus stays. */
export function followList(page: Document): void {
  const list = page.querySelector<HTMLElement>('[data-follow]');
  if (!list) return;
  let isDue = false;
  let readAt = 0;

  async function read(): Promise<void> {
    readAt = Date.now();
    isDue = false;
    const fresh = await readPage();
    if (fresh) await replaceContent(list!, fresh);
  }

  function readSoon(): void {
    if (isDue) return;
    isDue = true;
    setTimeout(read, Math.max(0, readAt + PAUSE_MS - Date.now()));
  }

  function follow(address: string): void {
    const source = openStream(address, () => {
      readSoon();
      follow(address);
    });
    source.addEventListener('event', readSoon);
    // Events were lost.
    source.addEventListener('resync', readSoon);
  }

  follow(list.dataset.follow!);
}

/** Returns the list as the server shows it now; undefined when the network cannot be reached or the session has ended. */
async function readPage(): Promise<Element | undefined> {
  const response = await fetch(location.href).catch(() => undefined);
  if (!response?.ok) return undefined;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return page.querySelector('[data-follow]') ?? undefined;
}
