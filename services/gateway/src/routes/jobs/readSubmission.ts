import { Fault, type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import { ContentEncoding, InputSource, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { QuoteRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { SubmittedInputBody } from '../../schemas/jobInput.ts';
import type { JobQuoteRequestBody } from '../../schemas/jobRequest.ts';
import { refuseDoubleNames, type TwoNames } from '../../validation/aliases.ts';

/** Caps above this many credits mean the same as this one, and fit the ledger's integers as millicredits. */
const MAX_CAP_CREDITS = 9e12;

/** Bytes of settings and of metadata as they are written anew: `1e20` of a body becomes 21 digits. */
const MAX_SETTINGS = 64 * 1024;
const MAX_METADATA = 16 * 1024;

/** Bytes of an encoded submission: seven of them fit into one gRPC message of 4 MiB. */
const MAX_ENCODED = 576 * 1024;

/** What quote and submit have in common, aliases folded, as the jobs service takes it. */
export function readSubmission({ tool, input, settings, billing }: JobQuoteRequestBody) {
  refuseDoubleNames([...twoNamesOfFiles(input.inputs), twoNamesOfCap(billing)]);
  const cap = billing?.max_reserved_credits ?? billing?.maxReservedCredits;
  const submission = QuoteRequest.fromPartial({
    tool,
    inputs: input.inputs.map(readInput),
    settingsJson: settings ? JSON.stringify(settings) : '',
    maxReservedCredits: cap === undefined ? undefined : clampCap(cap),
  });
  refuseGrown(submission);
  return submission;
}

function refuseGrown(submission: QuoteRequest): void {
  const problems = [
    ...tooManyBytes('settings', submission.settingsJson, MAX_SETTINGS),
    ...submission.inputs.flatMap(({ metadataJson = '' }, i) =>
      tooManyBytes(`input.inputs[${i}].metadata`, metadataJson, MAX_METADATA),
    ),
  ];
  if (problems.length > 0) throw validationFault(problems.slice(0, 20));
  const bytes = QuoteRequest.encode(submission).finish().length;
  if (bytes <= MAX_ENCODED) return;
  throw new Fault(
    'payload_too_large',
    `The body takes ${bytes} bytes with its numbers written out; the limit is ${MAX_ENCODED}.`,
    {
      details: { bytes, max_bytes: MAX_ENCODED },
    },
  );
}

function tooManyBytes(path: string, json: string, max: number): Problem[] {
  const bytes = Buffer.byteLength(json);
  return bytes <= max ? [] : [{ path, message: `is ${bytes} bytes of JSON; the limit is ${max}` }];
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
