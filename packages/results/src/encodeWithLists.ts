import { createYielder } from '@rotamer/domain/results/pieces.ts';

/** The entries of a list, possibly produced lazily. */
type Entries = AsyncIterable<unknown> | Iterable<unknown>;

/**
 * Encodes a JSON object with possibly long lists. Yields to the event loop between entries, so that a large response does not
 * block other requests.
 */
export async function encodeWithLists(head: object, lists: Record<string, Entries>): Promise<Buffer> {
  const breathe = createYielder();
  const parts = [JSON.stringify(head).slice(0, -1)];
  for (const [name, entries] of Object.entries(lists)) {
    let separator = '';
    parts.push(`,${JSON.stringify(name)}:[`);
    for await (const entry of entries) {
      const text = JSON.stringify(entry);
      parts.push(separator, text);
      separator = ',';
      await breathe(text.length);
    }
    parts.push(']');
  }
  parts.push('}');
  return Buffer.from(parts.join(''));
}
