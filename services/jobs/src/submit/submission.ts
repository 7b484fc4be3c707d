import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { RpcContext } from '@rotamer/kit/grpc/callContext.ts';
import { shownLine } from '@rotamer/kit/shownText.ts';
import type { InputSource, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import {
  type Submission as Asked,
  type QuoteRequest,
  SubmissionKind,
  type SubmitRequest,
} from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Labels } from '../job/labels.ts';
import { refuseUnbounded } from './bounds.ts';
import { fingerprintOf } from './fingerprint.ts';

const DAY_MS = 24 * 3600 * 1000;

/** How long a submission id is kept; the ids of a workflow's children are kept for ever. */
const KEPT_MS = {
  [SubmissionKind.KEYED]: 7 * DAY_MS,
  [SubmissionKind.UNKEYED]: DAY_MS,
} as Partial<Record<SubmissionKind, number>>;

/**
 * One request for a job: what is asked, who asks, and how a repeat is recognised. Made once for each call. Names and
 * labels are safe to show in lists, messages of tools and terminals.
 */
export interface Submission extends Asked {
  /** UUID. */
  id: string;
  kind: SubmissionKind;
  workspaceId: string;
  createdBy: string;
  /** Public id of the API key or session that asks. */
  keyId: string;
  /** The workflow run to which the job belongs. */
  runId?: string;
  /** Two submissions with the same fingerprint ask for the same job. */
  fingerprint: string;
  name: string;
  projectId?: string;
  parentRef?: string;
  budgetId?: string;
  maxQuotedMillicredits?: number;
  maxReservedMillicredits?: number;
  labels: Labels;
  /** The job is cancelled when it has not started after this long. */
  cancelAfterMs?: number;
  rerunOf?: string;
}

/**
 * Reads a request for a job.
 *
 * @throws validation_error for texts that are too long and for artifacts of callers other than workflows,
 * payload_too_large.
 */
export function readSubmission(request: SubmitRequest, { caller, peer }: RpcContext): Submission {
  const asked = askedOf(request);
  const given = { ...request, ...asked };
  refuseUnbounded(given);
  if (peer !== 'workflows' && asked.inputs.some(({ source }) => source?.source?.$case === 'artifact'))
    throw validationFault([{ path: 'input.inputs', message: 'names an artifact, which only workflow runs may do' }]);
  const { submissionId, kind, projectId, parentRef, budgetId, runId } = given;
  const { maxQuotedMillicredits, maxReservedMillicredits, labels, cancelAfterMs, rerunOf } = given;
  return {
    id: submissionId,
    kind,
    workspaceId: caller.workspaceId,
    createdBy: caller.userId,
    keyId: caller.keyId,
    runId,
    fingerprint: fingerprintOf(given),
    ...asked,
    inputs: shownInputs(asked.inputs),
    name: shownLine(given.name),
    projectId,
    parentRef,
    budgetId,
    maxQuotedMillicredits,
    maxReservedMillicredits,
    labels,
    cancelAfterMs,
    rerunOf,
  };
}

/** Returns what a request asks for. Callers of release 0.2 send it as fields of the request itself. */
export function askedOf({ submission, tool, inputs, settingsJson }: QuoteRequest | SubmitRequest): Asked {
  return submission ?? { tool, inputs, settingsJson };
}

/** Returns when the id of a submission may be used again; undefined: never. */
export function keptUntil({ kind }: Submission, now: Date): Date | undefined {
  const ms = KEPT_MS[kind];
  return ms === undefined ? undefined : new Date(now.getTime() + ms);
}

/**
 * Returns inputs with names and labels made safe to show in lists, messages of tools and terminals. Contents do not
 * change.
 */
function shownInputs(inputs: SubmittedInput[]): SubmittedInput[] {
  return inputs.map(shownInput);
}

function shownInput({ source, ...input }: SubmittedInput): SubmittedInput {
  const { label, msa } = input;
  return {
    ...input,
    ...(label !== undefined && { label: shownLine(label) }),
    ...(msa && { msa: { ...msa, fileName: shownLine(msa.fileName) } }),
    ...(source && { source: { source: shownSource(source.source) } }),
  };
}

function shownSource(source: InputSource['source']): InputSource['source'] {
  if (source?.$case !== 'file') return source;
  const { value } = source;
  const fileName = shownLine(value.fileName);
  return { $case: 'file', value: { ...value, fileName, fileNames: value.fileNames.map((name) => shownLine(name)) } };
}
