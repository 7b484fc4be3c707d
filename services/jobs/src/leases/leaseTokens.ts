import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';

/** Tokens that come with leases: who has one was given that attempt of that job, and no other. */
export interface LeaseTokens {
  tokenOf(jobId: string, attempt: number): string;
  /** Whether a token is that of an attempt; takes the same time whatever differs. */
  proves(token: string, jobId: string, attempt: number): boolean;
}

/**
 * HMAC-SHA256 of job id and attempt: nothing is stored, and replicas with the same secret accept each other's. A token says
 * who was given an attempt, not that the attempt is still the current one.
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
