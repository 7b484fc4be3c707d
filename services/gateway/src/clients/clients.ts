import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { BillingClient } from '@rotamer/proto/billing/v1/billing.ts';
import type { FilesClient } from '@rotamer/proto/files/v1/files.ts';
import type { DatasetsClient } from '@rotamer/proto/jobs/v1/datasets.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { JobsClient } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { SharingClient } from '@rotamer/proto/jobs/v1/sharing.ts';
import type { EventsClient } from '@rotamer/proto/notifications/v1/events.ts';
import type { WebhooksClient } from '@rotamer/proto/notifications/v1/webhooks.ts';
import type { ProjectsClient } from '@rotamer/proto/projects/v1/projects.ts';
import type { BatchesClient } from '@rotamer/proto/workflows/v1/batches.ts';
import type { WorkflowsClient } from '@rotamer/proto/workflows/v1/workflows.ts';

/** The calls that the gateway makes to the billing service. */
export type Billing = Pick<
  BillingClient<CallScope>,
  | 'getWorkspace'
  | 'setName'
  | 'findSpendingBudgets'
  | 'setSpendingBudget'
  | 'deleteSpendingBudgets'
  | 'listSpendingBudgets'
  | 'listTransfers'
  | 'sumUsage'
  | 'setUnit'
>;

/** The calls that the gateway makes to the jobs service. */
export type Jobs = Omit<JobsClient<CallScope>, 'assessMany'> & {
  /** Returns one job for a caller, batched with other gets (batchGets.ts). `poll`: counts as a status poll of the caller's key. */
  get(request: { jobId: string; poll?: boolean }, scope: CallScope): Promise<Job>;
};

/** The calls that the gateway makes to the jobs service about reference data. */
export type Datasets = Pick<DatasetsClient<CallScope>, 'list' | 'get'>;

/** The calls that the gateway makes to the files service. */
export type Files = Pick<
  FilesClient<CallScope>,
  'beginUpload' | 'finishUpload' | 'findUpload' | 'abortUpload' | 'get' | 'locate' | 'list' | 'change' | 'delete'
>;

/** The calls that the gateway makes to the jobs service about sharing. */
export type Sharing = SharingClient<CallScope>;

/** The calls that the gateway makes to the projects service. */
export type Projects = Omit<ProjectsClient<CallScope>, 'registerResource'>;

/** The calls that the gateway makes to the workflows service about batches. */
export type Batches = BatchesClient<CallScope>;

/** The calls that the gateway makes to the workflows service. */
export type Workflows = Omit<WorkflowsClient<CallScope>, 'publish' | 'grant'>;

/** The calls that the gateway makes to the notifications service. */
export type Events = EventsClient<CallScope>;

/** The calls that the gateway makes to the notifications service about webhooks. */
export type Webhooks = WebhooksClient<CallScope>;
