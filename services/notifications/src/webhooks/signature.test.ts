import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { BOTH_SIGN_MS, endpointSecret, signedHeaders, signingSecrets } from './signature.ts';

const now = new Date('2026-03-01T12:00:00.900Z');
const service = 'a secret of the service';
const endpointId = 'whe_01kjmma2g0e9dtsezyywpss2bm';

describe('the signature', () => {
  it.each(['{"a":1}', '', 'é€😀\u2028'])('of %j is the one that another library makes', (body) => {
    const secret = endpointSecret(service, endpointId, 1);
    const headers = signedHeaders([secret], { id: 'evt_1', body, now });
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign('evt_1', now, body));
    expect(headers).toMatchObject({ 'webhook-id': 'evt_1', 'webhook-timestamp': '1772366400' });
  });

  it('is the example of Standard Webhooks', () => {
    // From the tests of the reference libraries: github.com/standard-webhooks/standard-webhooks, libraries/javascript.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const body = '{"test": 2432232314}';
    const headers = signedHeaders([secret], { id, body, now: new Date(1_614_265_330_000) });
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});

describe('the secrets of an endpoint', () => {
  it('differ between endpoints, versions and services, and stay the same', () => {
    const all = [
      endpointSecret(service, endpointId, 1),
      endpointSecret(service, endpointId, 2),
      endpointSecret(service, 'whe_other', 1),
      endpointSecret('another secret', endpointId, 1),
    ];
    expect(new Set(all).size).toBe(4);
    for (const secret of all) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpointSecret(service, endpointId, 1)).toBe(all[0]);
  });

  it('both sign for 24 hours after a rotation, the new one first', () => {
    const formerSignsUntil = new Date(now.getTime() + BOTH_SIGN_MS);
    const rotated = { endpointId, secretVersion: 2, formerSignsUntil };
    const [first, second] = [1, 2].map((version) => endpointSecret(service, endpointId, version));
    expect(signingSecrets(service, rotated, now)).toEqual([second, first]);
    expect(signingSecrets(service, rotated, new Date(formerSignsUntil.getTime() - 1))).toEqual([second, first]);
    expect(signingSecrets(service, rotated, formerSignsUntil)).toEqual([second]);
    expect(signingSecrets(service, { ...rotated, secretVersion: 1, formerSignsUntil: null }, now)).toEqual([first]);
  });
});
