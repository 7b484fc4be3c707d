import { shownLine } from '@rotamer/kit/shownText.ts';
import type { InputSource, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';

/**
 * Returns inputs with names and labels made safe to show in lists, messages of tools and terminals. Contents do not
 * change.
 */
export function shownInputs(inputs: SubmittedInput[]): SubmittedInput[] {
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
