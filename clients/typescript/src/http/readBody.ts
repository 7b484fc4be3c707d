import { UnexpectedAnswerError } from './errors.ts';

/** Maximum size of a JSON response, in bytes. */
const MAX_JSON = 256 * 1024 * 1024;

/** Reads the JSON of a response and checks that it matches the request. `asked` is the request, for messages. */
export async function readJson(response: Response, asked: string, object: string | undefined): Promise<unknown> {
  refuseRedirect(response, asked);
  const type = response.headers.get('content-type') ?? '';
  const { text, isWhole } = await readText(response, MAX_JSON);
  if (!isWhole) throw unexpected(asked, 'the answer is larger than any of the API');
  if (/^\s*<|^$/.test(text) || /^text\/html/i.test(type)) throw unexpected(asked, notJson(text, type));
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw unexpected(asked, 'the answer is not valid JSON, or was cut off');
  }
  if (object !== undefined && !isObject(body, object))
    throw unexpected(asked, `the answer is not a ${object} of the API`);
  return body;
}

/** Throws for a redirect, because the key must not follow one. */
export function refuseRedirect(response: Response, asked: string): void {
  const { status, type, headers } = response;
  if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return;
  const location = headers.get('location') ?? '';
  const [, base] = /^(https?:\/\/[^?#]+)\/api\/v1(?:[/?#]|$)/.exec(location) ?? [];
  const where = location === '' ? '' : ` to ${location.replace(/[?#].*$/s, '')}`;
  throw new UnexpectedAnswerError(
    `${asked} was redirected${where}. ${base ? `Set the base URL to ${base}.` : 'Check the base URL: a login page or another service may stand there.'}`,
  );
}

function unexpected(asked: string, what: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    `${asked}: ${what}. Check the base URL: another service, or a proxy that asks for a login, may stand there.`,
  );
}

function notJson(text: string, type: string): string {
  return text === '' ? 'the answer is empty' : `the answer is a page (${type.split(';')[0] || 'no type'}), not JSON`;
}

function isObject(body: unknown, object: string): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { object: actual, data } = body as { object?: unknown; data?: unknown };
  return actual === object && (object !== 'list' || Array.isArray(data));
}

/** Reads a body as text, up to a limit in bytes. */
export async function readText(response: Response, limit: number): Promise<{ text: string; isWhole: boolean }> {
  const reader = response.body?.getReader();
  if (!reader) return { text: '', isWhole: true };
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isWhole: true };
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
    if (bytes <= limit) continue;
    await reader.cancel();
    return { text, isWhole: false };
  }
}
