import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { deviceToken, deviceTokenRequest } from '../../schemas/device.ts';

/** POST /device-tokens: hands out the session of a device, once, after the person confirmed its code. */
export const createDeviceToken = operation({
  id: 'createDeviceToken',
  method: 'POST',
  path: '/device-tokens',
  access: 'public',
  tag: 'Sessions',
  summary: 'Get the session of a program that signs in',
  description:
    'Ask every `interval` seconds. `authorization_pending`: ask again. `slow_down`: ask 5 seconds less often from now on. `access_denied` and `expired_token`: begin again.',
  body: ref(deviceTokenRequest),
  responses: { 200: { body: ref(deviceToken) } },
  errors: ['authorization_pending', 'slow_down', 'access_denied', 'expired_token'],
  sample: { body: { device_code: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS0A' } },
});
