import { createHash } from 'node:crypto';
import { SubmissionKind, type SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import canonicalize from 'canonicalize';

/** Raised when the way of making fingerprints changes; old rows are then compared the old way. */
export const FINGERPRINT_VERSION = 1;

/**
 * SHA-256 over the RFC 8785 form of all that a client chose: two requests with the same fingerprint ask for the same
 * job. Aliases are folded before (the proto has one name for each field), formatting and key order do not matter.
 */
export function fingerprintOf(request: SubmitRequest): string {
  const { submissionId, kind, settingsJson, inputs, projectId, budgetId, ...rest } = request;
  const chosen = {
    ...rest,
    // A workflow's child goes where its run is by then.
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
