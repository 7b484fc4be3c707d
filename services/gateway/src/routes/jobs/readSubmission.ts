import { type Problem, validationFault } from '@rotamer/kit/fault.ts';
import { ContentEncoding, InputSource, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { SubmittedInputBody } from '../../schemas/jobInput.ts';
import type { JobQuoteRequestBody } from '../../schemas/jobRequest.ts';

/** Caps above this many credits mean the same as this one, and fit the ledger's integers as millicredits. */
const MAX_CAP_CREDITS = 9e12;

/** What quote and submit have in common, aliases folded, as the jobs service takes it. */
export function readSubmission({ tool, input, settings, billing }: JobQuoteRequestBody) {
  refuseDoubleNames(input.inputs, billing);
  const cap = billing?.max_reserved_credits ?? billing?.maxReservedCredits;
  return {
    tool,
    inputs: input.inputs.map(readInput),
    settingsJson: settings ? JSON.stringify(settings) : '',
    maxReservedCredits: cap === undefined ? undefined : clampCap(cap),
  };
}

/** A cap that the client wrote, in credits. */
export function clampCap(credits: number): number {
  return Math.min(credits, MAX_CAP_CREDITS);
}

function refuseDoubleNames(inputs: SubmittedInputBody[], billing: JobQuoteRequestBody['billing']): void {
  const problems: Problem[] = [];
  const compare = (path: string, alias: string, name: string, values: [unknown, unknown]) => {
    const [one, other] = values;
    if (one === undefined || other === undefined || one === other) return;
    problems.push({ path: `${path}.${alias}`, message: `differs from ${name}; send one of them` });
  };
  inputs.forEach(({ source }, i) => {
    if (source.type === 'file') {
      compare(`input.inputs[${i}].source`, 'fileId', 'file_id', [source.file_id, source.fileId]);
    }
  });
  const { max_reserved_credits, maxReservedCredits } = billing ?? {};
  compare('billing', 'maxReservedCredits', 'max_reserved_credits', [max_reserved_credits, maxReservedCredits]);
  if (problems.length > 0) throw validationFault(problems);
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
