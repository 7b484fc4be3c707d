import { hash } from 'node:crypto';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { PublicPage } from '@rotamer/pages/publicPages.ts';
import { LRUCache } from 'lru-cache';

/** Returns the HTML of a page, which the console renders. */
export type RenderPage = (page: PublicPage) => Promise<string>;

/** How long the console may take to render a page, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** How long a rendered page is kept, in milliseconds, and how many characters of pages. The HTML names the files of one release. */
const KEPT_MS = 5_000;
const KEPT_CHARACTERS = 16 * 1024 * 1024;

/** The fault of a console that does not answer, in words for people: signing in is a page too. */
function unavailable(cause: unknown): Fault {
  return new Fault(
    'service_unavailable',
    'This page cannot be shown now: the console, which shows pages, does not answer.',
    {
      resolution: 'Try again in a moment. API keys and programs that are signed in are not affected.',
      retryAfterSeconds: 2,
      cause,
    },
  );
}

/**
 * Renders pages at the console. The same page is rendered once in five seconds, however many readers open it: so a flood at one page
 * takes the console no more time than a reader.
 *
 * @param consoleUrl the base URL of the console; empty where there is none, so that no page can be shown
 */
export function createRenderPage(consoleUrl: string, send = fetch): RenderPage {
  if (!consoleUrl)
    return async () => {
      throw new Fault('not_found', 'This is a page of the console, which is not running here.', {
        resolution: 'Use the API (/docs), or start the console and name it in ROTAMER_CONSOLE_URL.',
      });
    };
  const url = `${consoleUrl.replace(/\/$/, '')}/pages`;
  const recent = new LRUCache<string, string, string>({
    ttl: KEPT_MS,
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (html) => html.length + 1,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _old, { context }) => render(context),
  });

  async function render(body: string): Promise<string> {
    try {
      const headers = { 'content-type': 'application/json' };
      const answer = await send(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (answer.ok) return await answer.text();
      throw new Error(`the console answers ${answer.status}`);
    } catch (error) {
      throw unavailable(error);
    }
  }

  return async (page) => {
    const body = JSON.stringify(page);
    return (await recent.fetch(hash('sha256', body), { context: body }))!;
  };
}
