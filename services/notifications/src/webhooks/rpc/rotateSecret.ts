import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { RotateSecretRequest, SecretEndpoint } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { lockEndpoint, saveEndpoint } from '../endpointStore.ts';
import { presentEndpoint } from '../presentEndpoint.ts';
import { BOTH_SIGN_MS, endpointSecret } from '../signature.ts';
import type { WebhookDeps } from '../webhookDeps.ts';

/** Replaces the secret. Only the last secret before it signs on for 24 hours, also when there are two rotations on a day. */
export function rotateSecret({ db, clock, webhookSecret }: WebhookDeps): Rpc<RotateSecretRequest, SecretEndpoint> {
  return async ({ endpointId }, { caller: { workspaceId } }) => {
    const now = clock();
    const rotated = await transaction(db, async (tx) => {
      const endpoint = await lockEndpoint(tx, endpointId, workspaceId);
      if (!endpoint) throw notFound('webhook endpoint');
      const after = {
        ...endpoint,
        secretVersion: endpoint.secretVersion + 1,
        formerSignsUntil: new Date(now.getTime() + BOTH_SIGN_MS),
        updatedAt: now,
      };
      await saveEndpoint(tx, after);
      return after;
    });
    const secret = endpointSecret(webhookSecret, rotated.id, rotated.secretVersion);
    return { endpoint: presentEndpoint(rotated), secret };
  };
}
