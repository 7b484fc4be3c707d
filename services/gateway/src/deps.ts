import type { Inspections } from '@rotamer/inspection/thread/startInspections.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { KeyRing } from './access/keyRing.ts';
import type { Workspaces } from './access/workspaces.ts';
import type { Files, Jobs, Sharing } from './clients/clients.ts';
import type { ClientTimeouts } from './http/clientTimeouts.ts';
import type { Stalls } from './http/stalls.ts';
import type { AddressLimiter } from './limits/addressLimiter.ts';
import type { RateLimiter } from './limits/rateLimiter.ts';
import type { Capacity } from './limits/shedLoad.ts';
import type { Slots } from './limits/slots.ts';
import type { ResultReader } from './results/resultReader.ts';
import type { JobHub } from './sse/hub.ts';

/** What the HTTP application is made of; each route takes what it needs. */
export interface Deps {
  keys: KeyRing;
  workspaces: Workspaces;
  /** Requests of each key. */
  rates: RateLimiter;
  /** Requests of each address without a valid key. */
  addresses: AddressLimiter;
  /** What this process can bear. */
  capacity: Capacity;
  /** When this process did not listen to its clients. */
  stalls: Stalls;
  /** Open event streams of each key, and of this process. */
  streamSlots: Slots;
  /** Uploads under way of each key, and of this process. */
  uploadSlots: Slots;
  jobs: Jobs;
  files: Files;
  sharing: Sharing;
  hub: JobHub;
  blobs: Blobs;
  inspections: Inspections;
  results: ResultReader;
  /** Called when the process is to stop: requests are still taken until it resolves. */
  drained: () => Promise<unknown>;
  /** How long slow clients are waited for; the usual times when left out. */
  timeouts?: ClientTimeouts;
  /** Where users reach the gateway. */
  publicUrl: string;
  /** Signs the cookies of the page of a shared job. */
  shareSecret: string;
  /** Addresses and networks, separated by commas, whose X-Forwarded-For is believed; empty for none. */
  trustedProxies: string;
  /** Signs the download URLs of the fs blob store; undefined where an S3 server answers them. */
  blobsSecret: string | undefined;
  clock: Clock;
  log: Logger;
}
