import { Type } from 'typebox';
import { dateTime } from './build.ts';

const strict = { additionalProperties: false };

/** Body of `POST /device-authorizations`. */
export const deviceAuthorizationRequest = Type.Object(
  {
    client_name: Type.String({
      minLength: 1,
      maxLength: 80,
      description: 'The program and its machine, as the person will see them',
    }),
  },
  { $id: 'DeviceAuthorizationRequest', ...strict, examples: [{ client_name: 'rotamer on bench-3' }] },
);

/** A device that waits for a person. The fields are those of RFC 8628, section 3.2. */
export const deviceAuthorization = Type.Object(
  {
    object: Type.Literal('device_authorization'),
    device_code: Type.String({ description: 'The secret with which the device asks for its session' }),
    user_code: Type.String({ description: 'The code that the person types or compares' }),
    verification_uri: Type.String({ description: 'The page that the person opens' }),
    verification_uri_complete: Type.String({ description: 'The same page with the code filled in' }),
    expires_in: Type.Integer({ description: 'Seconds until the codes end' }),
    interval: Type.Integer({ description: 'Seconds between requests for the session' }),
  },
  {
    $id: 'DeviceAuthorization',
    ...strict,
    examples: [
      {
        object: 'device_authorization',
        device_code: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS0A',
        user_code: 'WDJB-MJHT',
        verification_uri: 'https://rotamer.example/device',
        verification_uri_complete: 'https://rotamer.example/device?code=WDJB-MJHT',
        expires_in: 600,
        interval: 5,
      },
    ],
  },
);

/** Body of `POST /device-tokens`. */
export const deviceTokenRequest = Type.Object(
  { device_code: Type.String({ minLength: 43, maxLength: 43 }) },
  {
    $id: 'DeviceTokenRequest',
    ...strict,
    examples: [{ device_code: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS0A' }],
  },
);

/** The session of a device. Its token is in this response only. */
export const deviceToken = Type.Object(
  {
    object: Type.Literal('device_token'),
    access_token: Type.String({ description: 'Sent as `Authorization: Bearer`, like an API key' }),
    token_type: Type.Literal('Bearer'),
    session_id: Type.String(),
    expires_at: dateTime(),
  },
  {
    $id: 'DeviceToken',
    ...strict,
    examples: [
      {
        object: 'device_token',
        access_token: 'rot_sess_0aB1cD2eF3_…',
        token_type: 'Bearer',
        session_id: 'ses_01kjmma2g0e9dtsezyywpss2bm',
        expires_at: '2026-03-02T00:00:00.000Z',
      },
    ],
  },
);
