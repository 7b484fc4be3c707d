import { account } from './account.ts';
import {
  apiKey,
  apiKeyList,
  apiKeyRequest,
  apiKeyRotationRequest,
  apiKeySecret,
  apiKeyUpdateRequest,
} from './apiKey.ts';
import { auditEntry, auditEntryList } from './auditEntry.ts';
import { deviceAuthorization, deviceAuthorizationRequest, deviceToken, deviceTokenRequest } from './device.ts';
import { errorEnvelope } from './error.ts';
import { file, fileDeletion, fileList, fileUpload } from './file.ts';
import { invitation, invitationList, invitationRequest } from './invitation.ts';
import { job, jobBilling, jobCancellation, jobList, jobRetry, jobStop, replayedJob } from './job.ts';
import { inputSource, jobInput, submittedInput } from './jobInput.ts';
import { jobQuote } from './jobQuote.ts';
import { jobQuoteRequest, jobRequest } from './jobRequest.ts';
import { jobResult, jobResultFile, jobResultStructuredItem } from './jobResult.ts';
import { jobShare, jobSharing, jobSharingRequest } from './jobSharing.ts';
import { member, memberList, memberRemoval, memberUpdateRequest } from './member.ts';
import { notices, noticesUpdateRequest } from './notices.ts';
import { project, projectCounts, projectCreateRequest, projectList, projectUpdateRequest } from './project.ts';
import { projectAssignment, projectAssignmentRequest } from './projectAssignment.ts';
import { projectDeletion, projectDeletionRequest } from './projectDeletion.ts';
import {
  currentSession,
  session,
  sessionEnd,
  sessionList,
  sessionUpdateRequest,
  workspaceMembership,
  workspaceMembershipList,
} from './session.ts';
import { tool, toolInputSlot, toolList, toolSummary } from './tool.ts';
import { transfer, transferList } from './transfer.ts';
import { usage } from './usage.ts';
import {
  workflow,
  workflowDetail,
  workflowFinding,
  workflowList,
  workflowValidation,
  workflowValidationRequest,
} from './workflow.ts';
import { workflowCandidate, workflowCriteria, workflowCuration, workflowCurationRequest } from './workflowCuration.ts';
import {
  workflowAttempt,
  workflowJob,
  workflowJobList,
  workflowNode,
  workflowNodeReuse,
  workflowRun,
  workflowRunCancellation,
  workflowRunRetry,
} from './workflowRun.ts';
import {
  workflowNodeInput,
  workflowRunContinueRequest,
  workflowRunRequest,
  workflowRunRetryRequest,
} from './workflowRunRequest.ts';
import { workflowItem, workflowNodeResult, workflowRunResult } from './workflowRunResult.ts';
import { workspace, workspaceUpdateRequest } from './workspace.ts';

/** Every named schema of the OpenAPI document. */
export const sharedSchemas = [
  account,
  apiKey,
  apiKeyList,
  apiKeyRequest,
  apiKeyRotationRequest,
  apiKeySecret,
  apiKeyUpdateRequest,
  auditEntry,
  auditEntryList,
  deviceAuthorization,
  deviceAuthorizationRequest,
  deviceToken,
  deviceTokenRequest,
  errorEnvelope,
  file,
  fileDeletion,
  fileList,
  fileUpload,
  inputSource,
  invitation,
  invitationList,
  invitationRequest,
  job,
  jobBilling,
  jobCancellation,
  jobStop,
  jobInput,
  jobList,
  jobQuote,
  jobQuoteRequest,
  jobRequest,
  jobResult,
  jobResultFile,
  jobResultStructuredItem,
  jobRetry,
  jobShare,
  jobSharing,
  jobSharingRequest,
  member,
  memberList,
  memberRemoval,
  memberUpdateRequest,
  notices,
  noticesUpdateRequest,
  project,
  projectAssignment,
  projectAssignmentRequest,
  projectCounts,
  projectCreateRequest,
  projectDeletion,
  projectDeletionRequest,
  projectList,
  projectUpdateRequest,
  replayedJob,
  currentSession,
  session,
  sessionEnd,
  sessionList,
  sessionUpdateRequest,
  workspaceMembership,
  workspaceMembershipList,
  submittedInput,
  tool,
  toolInputSlot,
  toolList,
  toolSummary,
  transfer,
  transferList,
  usage,
  workflow,
  workflowAttempt,
  workflowCandidate,
  workflowCriteria,
  workflowCuration,
  workflowCurationRequest,
  workflowDetail,
  workflowFinding,
  workflowItem,
  workflowJob,
  workflowJobList,
  workflowList,
  workflowNode,
  workflowNodeInput,
  workflowNodeResult,
  workflowNodeReuse,
  workflowRun,
  workflowRunCancellation,
  workflowRunContinueRequest,
  workflowRunRequest,
  workflowRunResult,
  workflowRunRetry,
  workflowRunRetryRequest,
  workflowValidation,
  workflowValidationRequest,
  workspace,
  workspaceUpdateRequest,
];
