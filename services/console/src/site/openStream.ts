import { AGAIN_MS, refreshMain } from './replaceContent.ts';

/**
 * Opens an event stream of a page. A browser opens a broken stream again by itself, but gives up one that a busy server answers with
 * an error. `again` is called then, after a pause: without it the main part of the page is shown again, with a new stream.
 */
export function openStream(url: string, again: () => unknown = refreshMain): EventSource {
  const source = new EventSource(url);
  source.addEventListener('error', () => {
    if (source.readyState === source.CLOSED) setTimeout(again, AGAIN_MS);
  });
  return source;
}
