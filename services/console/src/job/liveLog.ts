import { openStream } from '../site/openStream.ts';

/** The most characters of a log that a page shows. */
const MAX_SHOWN = 256 * 1024;

/** Returns the end of a log that a page shows, from the beginning of a line. */
export function lastOf(text: string): string {
  if (text.length <= MAX_SHOWN) return text;
  const cut = text.slice(-MAX_SHOWN);
  return cut.slice(cut.indexOf('\n') + 1);
}

/** Follows a log by the event stream of its page. The browser opens a broken stream again, where it broke. Returns how to stop. */
export function followLog(events: string, add: (text: string) => void): () => void {
  const source = openStream(events);
  source.addEventListener('log', ({ data }) => add(JSON.parse(data).text));
  source.addEventListener('ended', () => source.close());
  return () => source.close();
}
