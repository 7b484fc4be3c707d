import type { AccountDeps } from '@rotamer/accounts/deps.ts';
import type { AddressLimiter } from '@rotamer/http/limits/addressLimiter.ts';
import type { Capacity } from '@rotamer/http/limits/shedLoad.ts';
import type { Slots } from '@rotamer/http/limits/slots.ts';
import type { ClientTimeouts } from '@rotamer/http/server/clientTimeouts.ts';
import type { Stalls } from '@rotamer/http/server/stalls.ts';
import type { Inspections } from '@rotamer/inspection/thread/startInspections.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { ResultReader } from '@rotamer/results/resultReader.ts';
import type { FeedHub } from '@rotamer/streams/events/feedHub.ts';
import type { JobHub } from '@rotamer/streams/hub.ts';
import type {
  Batches,
  Billing,
  Datasets,
  Events,
  Files,
  Jobs,
  Projects,
  Sharing,
  Webhooks,
  Workflows,
} from './clients/clients.ts';
import type { OperatorLetters } from './operator/deadLetters.ts';
import type { ReadOverview } from './operator/readOverview.ts';
import type { FileSource } from './sources/fileSources.ts';
import type { OpenEntry } from './sources/openEntry.ts';

/** Dependencies of the HTTP application; each route picks what it needs. */
export interface Deps extends AccountDeps {
  /** Rate limits of addresses, for requests without a valid key. */
  addresses: AddressLimiter;
  /** Limits of how much load this process accepts. */
  capacity: Capacity;
  /** Records when the event loop was stalled. */
  stalls: Stalls;
  /** Limits open event streams, per key, per workspace and in this process. */
  streamSlots: Slots;
  /** Limits uploads in progress, per key, per workspace and in this process. */
  uploadSlots: Slots;
  billing: Billing;
  jobs: Jobs;
  datasets: Datasets;
  files: Files;
  projects: Projects;
  workflows: Workflows;
  events: Events;
  webhooks: Webhooks;
  batches: Batches;
  sharing: Sharing;
  hub: JobHub;
  feedHub: FeedHub;
  blobs: Blobs;
  inspections: Inspections;
  /** The public databases from which files are fetched, by id. */
  fileSources: ReadonlyMap<string, FileSource>;
  openEntry: OpenEntry;
  results: ResultReader;
  /** Resolves at shutdown when no more requests are to be accepted. */
  drained: () => Promise<unknown>;
  /** Timeouts for slow clients; the usual ones by default. */
  timeouts?: ClientTimeouts;
  /** Mail addresses of people who see the operator page, in lower case. */
  operators: ReadonlySet<string>;
  readOverview: ReadOverview;
  operatorLetters: OperatorLetters;
  /** The job that the welcome page links to: its id, or the path of a file that contains the id; empty for none. */
  sampleJob: string;
  /** Addresses and networks, separated by commas, whose X-Forwarded-For is trusted; empty for none. */
  trustedProxies: string;
  /** Origins whose pages may read responses. */
  corsOrigins: readonly string[];
  /** Signs the download URLs of the fs blob store; undefined where an S3 server serves them. */
  blobsSecret: string | undefined;
  log: Logger;
}
