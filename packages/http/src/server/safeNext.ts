/** Most characters of a path to which a person returns after signing in. */
const MAX_NEXT = 500;

/**
 * Returns a path of this service to which a person returns after signing in, or `/` for any other text. Browsers read `//` and
 * `/\` as the begin of another host, and remove tabs and newlines first.
 */
export function safeNext(text: unknown): string {
  if (typeof text !== 'string' || text.length > MAX_NEXT) return '/';
  return /^\/(?![/\\])[!-~]*$/.test(text) && !text.includes('\\') ? text : '/';
}
