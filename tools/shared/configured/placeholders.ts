/** A placeholder of an argument, and the fixed text around it. */
export interface Placeholder {
  before: string;
  /** `inputs`, `settings`, `threads`, `memoryMiB` or `outputs`. */
  source: string;
  /** The slot or the setting. */
  name: string;
  after: string;
}

const PLACEHOLDER = /\{([A-Za-z]+)(?:\.([A-Za-z0-9_-]+))?\}/g;

/** Placeholders without the name of a slot or setting. */
export const PLAIN_SOURCES = ['threads', 'memoryMiB', 'outputs'];

/** Returns the placeholders of a text. Braces around anything else are text. */
export function placeholdersOf(text: string): Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => ({
    before: text.slice(0, match.index),
    source: match[1]!,
    name: match[2] ?? '',
    after: text.slice(match.index + match[0].length),
  }));
}
