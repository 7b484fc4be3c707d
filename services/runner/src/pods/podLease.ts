import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';

/** The folders in which a pod finds its Secret and its certificate. */
export const LEASE_FOLDER = '/etc/rotamer/attempt';
export const TLS_FOLDER = '/etc/rotamer/tls';

/** The key of the Secret. */
export const LEASE_FILE = 'lease.json';

/** The data that a pod gets: one lease, and a token that is useless without a lease. */
export interface PodLease {
  lease: Lease;
  serviceToken: string;
  /** Only for a tool by configuration, because the image does not contain its contract. */
  contract?: ToolContract;
}

/** Reads the lease that the pod was made for. */
export function readPodLease(folder: string): PodLease {
  return JSON.parse(readFileSync(join(folder, LEASE_FILE), 'utf8'));
}
