const API = '/api/v1';

/** Longer paths are not repeated in a message. */
const MAX_SHOWN = 200;

/**
 * Returns advice for an unknown path: the path that was probably meant, without a doubled or trailing slash and with the prefix of
 * the API. There is no redirect, because clients drop the body or the key when they follow it.
 */
export function hintFor(url: string, isKnown: (path: string) => boolean): string | undefined {
  const [path = ''] = url.split('?', 1);
  const tidy = `/${path.split('/').filter(Boolean).join('/')}`;
  if (['/api', '/v1', API].includes(tidy)) {
    return `This is only the prefix of the API: add a path, such as ${API}/account. ${API}/openapi.json describes them all.`;
  }
  const meant = spellings(tidy).find((one) => one !== path && isKnown(one));
  return meant && meant.length <= MAX_SHOWN ? `Use ${meant}.` : undefined;
}

/** The path unchanged and in lower case, each also with the prefix of the API. */
function spellings(path: string): string[] {
  const small = path.toLowerCase();
  const inApi = (one: string) => API + one.replace(/^\/(?:api(?:\/v1)?|v1)(?=\/|$)/, '');
  return [path, inApi(path), small, inApi(small)];
}
