import type { components } from './contract.gen.ts';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type Batch = Schemas['Batch'];
export type BatchCancellation = Schemas['BatchCancellation'];
export type BatchItem = Schemas['BatchItem'];
export type BatchQuote = Schemas['BatchQuote'];
export type BatchQuoteRequest = Schemas['BatchQuoteRequest'];
export type BatchRequest = Schemas['BatchRequest'];
export type BatchRow = Schemas['BatchRow'];
export type BatchSubmission = Schemas['BatchSubmission'];
export type Budget = Schemas['Budget'];
export type BudgetDeletion = Schemas['BudgetDeletion'];
export type BudgetRequest = Schemas['BudgetRequest'];
export type ApiKey = Schemas['ApiKey'];
export type ApiKeyRequest = Schemas['ApiKeyRequest'];
export type ApiKeySecret = Schemas['ApiKeySecret'];
export type ApiKeyUpdateRequest = Schemas['ApiKeyUpdateRequest'];
export type Dataset = Schemas['Dataset'];
export type File = Schemas['File'];
export type FileDeletion = Schemas['FileDeletion'];
export type FileLink = Schemas['FileLink'];
export type FileSource = Schemas['FetchSource'];
export type FileUpdate = Schemas['FileUpdateRequest'];
export type InputSource = Schemas['InputSource'];
export type Invitation = Schemas['Invitation'];
export type InvitationRequest = Schemas['InvitationRequest'];
export type JobCancellation = Schemas['JobCancellation'];
export type JobDetails = Schemas['JobDetails'];
export type JobBulk = Schemas['JobBulk'];
export type JobBulkRequest = Schemas['JobBulkRequest'];
export type JobUpdate = Schemas['JobUpdateRequest'];
export type JobQuote = Schemas['JobQuote'];
export type JobQuoteRequest = Schemas['JobQuoteRequest'];
export type JobRequest = Schemas['JobRequest'];
export type JobRerunQuoteRequest = Schemas['JobRerunQuoteRequest'];
export type JobRerunRequest = Schemas['JobRerunRequest'];
export type JobResult = Schemas['JobResult'];
export type JobResultFile = Schemas['JobResultFile'];
export type JobResultItem = Schemas['JobResultStructuredItem'];
export type JobRetry = Schemas['JobRetry'];
export type JobSharing = Schemas['JobSharing'];
export type JobSharingRequest = Schemas['JobSharingRequest'];
export type JobStop = Schemas['JobStop'];
export type Event = Schemas['Event'];
export type EventPage = Schemas['EventList'];
export type EventType = Event['type'];
/** A type of events, or all types of a resource. */
export type EventTypeFilter = EventType | `${Event['resource']['type']}.*`;
export type Member = Schemas['Member'];
export type MemberRemoval = Schemas['MemberRemoval'];
export type Role = Member['role'];
export type Notices = Schemas['Notices'];
export type NoticesUpdate = Schemas['NoticesUpdateRequest'];
export type SubmittedInput = Schemas['SubmittedInput'];
export type Tool = Schemas['Tool'];
export type ToolSummary = Schemas['ToolSummary'];
export type CurrentSession = Schemas['CurrentSession'];
export type DeviceAuthorization = Schemas['DeviceAuthorization'];
export type DeviceToken = Schemas['DeviceToken'];
export type PersonSession = Schemas['Session'];
export type SessionEnd = Schemas['SessionEnd'];
export type Workspace = Schemas['Workspace'];
export type WorkspaceMembership = Schemas['WorkspaceMembership'];
export type Transfer = Schemas['Transfer'];
export type Usage = Schemas['Usage'];
export type UsageGroup = Usage['group_by'][number];
export type AuditEntry = Schemas['AuditEntry'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookDeliveryDetails = Schemas['WebhookDeliveryDetails'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookEndpointDeletion = Schemas['WebhookEndpointDeletion'];
export type WebhookEndpointRequest = Schemas['WebhookEndpointRequest'];
export type WebhookEndpointSecret = Schemas['WebhookEndpointSecret'];
export type WebhookEndpointUpdateRequest = Schemas['WebhookEndpointUpdateRequest'];

/** A job as the API describes it. A replayed submission also has a `message`. */
export type JobData = Schemas['Job'] & { message?: string };

export type JobStatus = JobData['status'];

/** The envelope of every list. */
export interface ListPage<Item> {
  object: 'list';
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

const terminal: readonly string[] = ['COMPLETED', 'FAILED', 'TIMEOUT', 'CANCELLED', 'BUDGET_EXCEEDED'];

/** Returns whether a job has ended. */
export function isTerminal(status: string): boolean {
  return terminal.includes(status);
}
