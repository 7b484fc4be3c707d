import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';

/** Where a pod finds its Secret, and where its certificate. */
export const LEASE_FOLDER = '/etc/rotamer/attempt';
export const TLS_FOLDER = '/etc/rotamer/tls';

/** The key of the Secret. */
export const LEASE_FILE = 'lease.json';

/** All that a pod is given: one lease, and a token that is worth nothing without one. */
export interface PodLease {
  lease: Lease;
  serviceToken: string;
  /** Of a tool by configuration, which the image does not know. */
  contract?: ToolContract;
}

/** The lease that the pod was made for. */
export function readPodLease(folder: string): PodLease {
  return JSON.parse(readFileSync(join(folder, LEASE_FILE), 'utf8'));
}
