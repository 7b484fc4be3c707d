import { createApiKey as operation } from '@rotamer/api/operations/apiKeys/createApiKey.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { presentApiKey } from '../../present/presentApiKey.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { readIdempotencyKey } from '../idempotencyKey.ts';
import { readRights, refuseUnknown } from './readRights.ts';

const REPLAYED =
  'This key was created by an earlier request with the same idempotency key; its secret was shown only then. If you do not ' +
  'have it, rotate the key with overlap_seconds 0.';

/** POST /api-keys: creates a key, once per idempotency key, and shows its secret. */
export const createApiKey = handler(operation, ({ apiKeys, jobs, projects }) => async (request, reply) => {
  const credential = request.credential!;
  const wanted = { ...readRights(request.body), name: request.body.name };
  await refuseUnknown(wanted, { jobs, projects }, callScope(request, reply));
  const key = readIdempotencyKey(request.headers);
  const submission =
    key === undefined
      ? undefined
      : {
          id: derivedUuid(credential.workspaceId, credential.userId, 'api key', key),
          digest: derivedUuid(JSON.stringify(wanted)),
        };
  const issued = await apiKeys.create(credential, wanted, submission);
  reply.header('cache-control', 'no-store');
  const shown = presentApiKey(issued.key);
  if (issued.secret !== undefined) return reply.code(201).send({ ...shown, secret: issued.secret });
  return reply
    .header('idempotent-replayed', 'true')
    .code(200)
    .send({ ...shown, secret: null, message: REPLAYED });
});
