import { DEVICE_SECONDS, INTERVAL_SECONDS } from '@rotamer/accounts/devices/deviceStore.ts';
import { showUserCode } from '@rotamer/accounts/devices/userCode.ts';
import { startDeviceAuthorization as operation } from '@rotamer/api/operations/session/startDeviceAuthorization.ts';
import { addressBlock } from '@rotamer/http/limits/addressBlock.ts';
import { tooMany } from '@rotamer/http/limits/tooMany.ts';
import { createBaseUrl } from '@rotamer/http/server/baseUrl.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { handler } from '../handler.ts';

/** How many devices behind one address may begin to sign in, per minute. */
const PER_ADDRESS = 10;

/** POST /device-authorizations: begins to sign a program in. */
export const startDeviceAuthorization = handler(operation, ({ devices, rates, publicUrl }) => {
  const baseUrl = createBaseUrl(publicUrl);
  return async (request) => {
    const verdict = await rates.spend(`device ${addressBlock(request.ip)}`, PER_ADDRESS);
    if (!verdict.admitted) throw tooMany(verdict);
    const client = { userAgent: request.headers['user-agent'] ?? '', address: request.ip };
    const begun = await devices.begin(request.body.client_name, client);
    if (!begun) throw new Fault('service_unavailable', 'Too many programs are signing in.', { retryAfterSeconds: 60 });
    const page = `${baseUrl(request)}/device`;
    const userCode = showUserCode(begun.userCode);
    return {
      object: 'device_authorization' as const,
      device_code: begun.deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${userCode}`,
      expires_in: DEVICE_SECONDS,
      interval: INTERVAL_SECONDS,
    };
  };
});
