import { recordSignIn } from '@rotamer/accounts/audit/signIns.ts';
import { createDeviceToken as operation } from '@rotamer/api/operations/session/createDeviceToken.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { handler } from '../handler.ts';

const messages = {
  authorization_pending: 'The code was not confirmed yet.',
  slow_down: 'The device asks too often.',
  access_denied: 'The person refused to sign this device in.',
  expired_token: 'The code is too old, or the session was already handed out.',
};

/** POST /device-tokens: hands out the session of a device, once. */
export const createDeviceToken = handler(operation, ({ devices, audit, clock }) => async (request, reply) => {
  const { outcome, signedIn } = await devices.poll(request.body.device_code);
  if (outcome !== 'approved') throw new Fault(outcome, messages[outcome]);
  const { token, session } = signedIn!;
  await recordSignIn({ audit, clock }, request, session);
  reply.header('cache-control', 'no-store');
  return {
    object: 'device_token' as const,
    access_token: token,
    token_type: 'Bearer' as const,
    session_id: session.id,
    expires_at: session.expiresAt.toISOString(),
  };
});
