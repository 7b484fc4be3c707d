import type { Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { Credential } from './credential.ts';

/**
 * How much more a session may request than a key. A page of the console makes up to ten requests, so that 120 pages a minute
 * fit, which is more than a person reads.
 */
const SESSION_FACTOR = 10;

/** Returns the requests per minute that a credential may make. */
export function windowOf({ kind }: Pick<Credential, 'kind'>, { limits }: Pick<Workspace, 'limits'>): number {
  return limits!.requestsPerMinute * (kind === 'session' ? SESSION_FACTOR : 1);
}
