import { RotamerError } from './errors.ts';

/**
 * Returns a base URL without slashes at its end and without the API version.
 *
 * @throws RotamerError for anything but an HTTP address, and for an address with a password, a query or a fragment
 */
export function readBaseUrl(given: string): string {
  const text = given.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new RotamerError(`The base URL must begin with http:// or https://, not ${JSON.stringify(text)}.`);
  }
  if (url.username || url.password) {
    throw new RotamerError(`The base URL ${url.origin} must not hold a user name or a password.`);
  }
  if (/[?#]/.test(text)) throw new RotamerError(`The base URL ${url.origin}${url.pathname} must not hold ? or #.`);
  return text.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
