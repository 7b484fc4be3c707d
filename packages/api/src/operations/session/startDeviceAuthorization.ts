import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { deviceAuthorization, deviceAuthorizationRequest } from '../../schemas/device.ts';

/** POST /device-authorizations: begins to sign in a program that has no browser (RFC 8628). */
export const startDeviceAuthorization = operation({
  id: 'startDeviceAuthorization',
  method: 'POST',
  path: '/device-authorizations',
  access: 'public',
  tag: 'Sessions',
  summary: 'Begin to sign in a program',
  description:
    'The device authorization grant of RFC 8628. Show the person `user_code` and `verification_uri`, and ask for the session with `POST /device-tokens`.',
  body: ref(deviceAuthorizationRequest),
  responses: { 200: { body: ref(deviceAuthorization) } },
  errors: [],
  sample: { body: { client_name: 'rotamer on bench-3' } },
});
