import { rotateApiKey as operation } from '@rotamer/api/operations/apiKeys/rotateApiKey.ts';
import { OVERLAP_SECONDS } from '@rotamer/api/schemas/apiKey.ts';
import { keyIdOf } from '../../params/keyId.ts';
import { presentApiKey } from '../../present/presentApiKey.ts';
import { handler } from '../handler.ts';

/** POST /api-keys/{keyId}/rotate: replaces the secret, and shows the new one. */
export const rotateApiKey = handler(operation, ({ apiKeys }) => async (request, reply) => {
  const { overlap_seconds: overlap = OVERLAP_SECONDS } = request.body ?? {};
  const { key, secret } = await apiKeys.rotate(request.credential!, keyIdOf(request.params), overlap);
  reply.header('cache-control', 'no-store');
  return { ...presentApiKey(key), secret: secret! };
});
