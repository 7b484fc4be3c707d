import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '..', 'src', 'rotamer');

/** The committed blocking client, and what it is made from. */
export const blockingFile = join(sources, 'client.py');
const asyncFile = join(sources, 'async_client.py');

/** What differs between the two, in the order in which it is replaced. */
const words: [RegExp, string][] = [
  [/^"""The async client:.*"""$/m, '"""The blocking client. Made from `async_client` by `npm run generate`."""'],
  // What is awaited only to go on with it needs no parentheses.
  [/(?<!\w)\(await (self\.[\w.]+\([^()]*\))\)/g, '$1'],
  [/\bawait /g, ''],
  [/\basync (?=def|for|with)/g, ''],
  [/__a(enter|exit)__/g, '__$1__'],
  [/\b_async\b/g, '_sync'],
  [/\baclosing\b/g, 'closing'],
  [/\bAsyncGenerator\[(\w+), None\]/g, 'Generator[$1, None, None]'],
  [/\bAsync(?=[A-Z])/g, ''],
];

/** The blocking client: the async one without its words, as httpcore does it for its own pair. */
export function blockingClient(): string {
  return words.reduce((text, [word, by]) => text.replace(word, by), readFileSync(asyncFile, 'utf8'));
}
