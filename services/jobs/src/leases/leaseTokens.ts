import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';

/** Lease tokens. A token proves that its bearer was given one attempt of one job. */
export interface LeaseTokens {
  tokenOf(jobId: string, attempt: number): string;
  /** Returns whether a token belongs to an attempt, in constant time. */
  proves(token: string, jobId: string, attempt: number): boolean;
}

/**
 * Creates tokens that are the HMAC-SHA256 of job id and attempt. Nothing is stored, and replicas with the same secret
 * accept each other's tokens. A token proves that the attempt was given to its bearer, not that the attempt is still
 * the current one.
 */
export function createLeaseTokens(secret: string): LeaseTokens {
  const key = derivedKey(secret, 'lease tokens');
  const tokenOf = (jobId: string, attempt: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([jobId, attempt]))
      .digest('base64url');
  return {
    tokenOf,
    proves(token, jobId, attempt) {
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(jobId, attempt))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
