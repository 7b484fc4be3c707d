import { Fault } from '@rotamer/kit/errors/fault.ts';
import { ContentEncoding, InputSource, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { BODY_LIMIT } from '../../request/errorAnswer.ts';
import type { SubmittedInputBody } from '../../schemas/jobInput.ts';
import type { JobQuoteRequestBody } from '../../schemas/jobRequest.ts';
import { refuseDoubleNames, type TwoNames } from '../../validation/aliases.ts';

/** Caps above this many credits mean the same as this one, and fit the ledger's integers as millicredits. */
const MAX_CAP_CREDITS = 9e12;

/** Only settings and metadata are written anew, and no more of them than this, in characters, makes no difference. */
const LITTLE_JSON = 4_096;

/** What quote and submit have in common, aliases folded, as the jobs service takes it. */
export function readSubmission({ tool, input, settings, billing }: JobQuoteRequestBody) {
  refuseDoubleNames([...twoNamesOfFiles(input.inputs), twoNamesOfCap(billing)]);
  const inputs = input.inputs.map(readInput);
  const settingsJson = settings ? JSON.stringify(settings) : '';
  refuseGrown({ inputs, settingsJson });
  const cap = billing?.max_reserved_credits ?? billing?.maxReservedCredits;
  return {
    tool,
    inputs,
    settingsJson,
    maxReservedCredits: cap === undefined ? undefined : clampCap(cap),
  };
}

/**
 * `1e20` is written anew with 21 digits: what travels on may be no larger than the body that brought it, so that one
 * submission cannot fill a message that others share.
 */
function refuseGrown(request: { inputs: SubmittedInput[]; settingsJson: string }): void {
  const json = [request.settingsJson, ...request.inputs.map(({ metadataJson = '' }) => metadataJson)];
  if (json.reduce((sum, { length }) => sum + length, 0) < LITTLE_JSON) return;
  if (SubmitRequest.encode(SubmitRequest.fromPartial(request)).finish().length <= BODY_LIMIT) return;
  throw new Fault(
    'payload_too_large',
    `The numbers in settings and metadata, written out, make the request larger than ${BODY_LIMIT / 1024} KiB.`,
    { resolution: 'Send fewer of them.' },
  );
}

/** A cap that the client wrote, in credits. */
export function clampCap(credits: number): number {
  return Math.min(credits, MAX_CAP_CREDITS);
}

function twoNamesOfFiles(inputs: SubmittedInputBody[]): TwoNames[] {
  return inputs.flatMap(({ source }, i) => {
    if (source.type !== 'file') return [];
    const path = `input.inputs[${i}].source`;
    return { path, alias: 'fileId', name: 'file_id', values: [source.file_id, source.fileId] };
  });
}

function twoNamesOfCap({ max_reserved_credits, maxReservedCredits }: JobQuoteRequestBody['billing'] = {}): TwoNames {
  const values: [unknown, unknown] = [max_reserved_credits, maxReservedCredits];
  return { path: 'billing', alias: 'maxReservedCredits', name: 'max_reserved_credits', values };
}

const encodings = { utf8: ContentEncoding.UTF8, base64: ContentEncoding.BASE64 };

function readInput(input: SubmittedInputBody): SubmittedInput {
  const { source, contentEncoding, metadata, ...same } = input;
  return SubmittedInput.fromPartial({
    ...same,
    source: readSource(source),
    contentEncoding: contentEncoding && encodings[contentEncoding],
    metadataJson: metadata && JSON.stringify(metadata),
  });
}

function readSource(source: SubmittedInputBody['source']): InputSource {
  switch (source.type) {
    case 'text':
      return InputSource.fromPartial({ source: { $case: 'text', value: {} } });
    case 'file': {
      const { fileName, fileNames, fileMimeType, file_id, fileId } = source;
      const value = { fileName, fileNames, fileMimeType, fileId: file_id ?? fileId };
      return InputSource.fromPartial({ source: { $case: 'file', value } });
    }
    case 'external': {
      const value = { database: source.externalSource, id: source.externalId };
      return InputSource.fromPartial({ source: { $case: 'external', value } });
    }
  }
}
