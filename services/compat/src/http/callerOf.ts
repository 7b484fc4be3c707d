import type { FastifyRequest } from 'fastify';
import type { Caller } from '../api/gateway.ts';

/** Characters that a header can carry. A key with another one is not a key of Rotamer. */
const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * Returns who sends a request. The key comes from the first of these that is there: `Authorization` (Bearer or Basic),
 * `X-API-Key`, the path (`/k/<key>/…`), and the parameter `key`. Clients that cannot set headers put it into the path.
 */
export function callerOf(request: FastifyRequest): Caller {
  const { headers, params, url, ip } = request;
  const given = [
    keyOfAuthorization(headers.authorization),
    headers['x-api-key'],
    (params as { key?: string }).key,
    new URL(url, 'http://compat').searchParams.get('key'),
  ];
  const key = given.find((one): one is string => typeof one === 'string' && one !== '');
  return { key: key !== undefined && KEY.test(key) ? key : undefined, address: ip };
}

/** Returns the key in a header: a bearer token, or the password of Basic, or its user name where there is no password. */
function keyOfAuthorization(header: string | undefined): string | undefined {
  const [, scheme, text] = /^(bearer|basic) +(\S+) *$/i.exec(header ?? '') ?? [];
  if (text === undefined || scheme!.toLowerCase() === 'bearer') return text;
  const [, user, password] = /^([^:]*):?(.*)$/s.exec(Buffer.from(text, 'base64').toString()) ?? [];
  return password || user;
}
