import { createHmac } from 'node:crypto';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';

/** After a rotation, the former secret signs this long beside the new one. */
export const BOTH_SIGN_MS = 24 * 3_600_000;

/** What an endpoint's secrets follow from: no secret is stored. */
export interface SecretOf {
  endpointId: string;
  /** Grows with each rotation, from 1. */
  secretVersion: number;
  /** When the former secret stops to sign; null when there is none. */
  formerSignsUntil: Date | null;
}

/**
 * Returns the secret of an endpoint in the form of Standard Webhooks, `whsec_` and base64. It is derived from the service's
 * secret (HKDF-SHA256), so the database has nothing that could leak.
 */
export function endpointSecret(serviceSecret: string, endpointId: string, version: number): string {
  const key = derivedKey(serviceSecret, `webhook ${endpointId} ${version}`);
  return `whsec_${Buffer.from(key, 'base64url').toString('base64')}`;
}

/** Returns the secrets that sign now: the newest first. */
export function signingSecrets(serviceSecret: string, { endpointId, ...secret }: SecretOf, now: Date): string[] {
  const both = secret.formerSignsUntil !== null && now < secret.formerSignsUntil;
  const versions = both ? [secret.secretVersion, secret.secretVersion - 1] : [secret.secretVersion];
  return versions.map((version) => endpointSecret(serviceSecret, endpointId, version));
}

/**
 * Returns the headers of a signed webhook: `webhook-id`, `webhook-timestamp` in seconds, and `webhook-signature` with one
 * signature for each secret (Standard Webhooks 1.0, https://www.standardwebhooks.com).
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const sign = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')}`;
  return {
    'content-type': 'application/json',
    'user-agent': 'Rotamer-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
