import { createHash } from 'node:crypto';
import { type Submission, SubmissionKind, type SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import canonicalize from 'canonicalize';
import { storedLabels } from '../job/labels.ts';

/**
 * Version of the fingerprint's algorithm. It is raised when the algorithm changes; old rows are then compared by the
 * old one.
 */
export const FINGERPRINT_VERSION = 1;

type Chosen = Submission &
  Pick<
    SubmitRequest,
    'kind' | 'name' | 'projectId' | 'parentRef' | 'maxQuotedMillicredits' | 'maxReservedMillicredits'
  > &
  Partial<Pick<SubmitRequest, 'labels' | 'cancelAfterMs' | 'rerunOf'>>;

/**
 * Returns the SHA-256 over the RFC 8785 form of everything that a client chose: two requests with the same fingerprint
 * ask for the same job. Aliases are already resolved, because the proto has one name for each field. Formatting and the
 * order of keys do not matter.
 */
export function fingerprintOf(request: Chosen): string {
  const { kind, tool, name, settingsJson, inputs, projectId, parentRef } = request;
  const { maxQuotedMillicredits, maxReservedMillicredits, labels = {}, cancelAfterMs, rerunOf } = request;
  const chosen = {
    tool,
    name,
    parentRef,
    maxQuotedMillicredits,
    maxReservedMillicredits,
    labels: storedLabels(labels),
    cancelAfterMs,
    rerunOf,
    // A workflow's child goes to the current project of its run, which may change between repeats.
    projectId: kind === SubmissionKind.CHILD ? undefined : projectId,
    settings: settingsJson ? JSON.parse(settingsJson) : {},
    inputs: inputs.map(({ metadataJson, ...input }) => ({
      ...input,
      metadata: metadataJson ? JSON.parse(metadataJson) : undefined,
    })),
  };
  return createHash('sha256')
    .update(canonicalize(JSON.parse(JSON.stringify(chosen)))!)
    .digest('hex');
}
