import { acceptedFormat } from '@rotamer/formats/detect.ts';
import { formatsOf } from '@rotamer/formats/formats.ts';
import { Fault, type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { NodeInput } from '@rotamer/proto/workflows/v1/workflows.ts';
import { quoted } from '@rotamer/tools/shared/problems.ts';
import type { Definition, InputNode } from '../definition/schema.ts';
import { listed } from '../definition/validation/report.ts';

/** Maximum number of inputs of one node: the maximum length of an item list. */
const MAX_INPUTS = 1_000;

/** Maximum bytes of all inline content of a start: the gateway's limit and some more. */
const MAX_BYTES = 1024 * 1024;

/** The inputs of each input node of a run, with kind and format. */
export type InputData = ReadonlyMap<string, SubmittedInput[]>;

/** Returns the ids of the saved files that some input data names. */
export function namedFiles(inputData: Record<string, NodeInput>): string[] {
  return Object.values(inputData).flatMap(({ method }) => {
    if (method?.$case === 'files') return method.value.fileIds;
    if (method?.$case !== 'inputs') return [];
    return method.value.inputs.flatMap(({ content, source }) =>
      content === undefined && source?.source?.$case === 'file' ? [source.source.value.fileId] : [],
    );
  });
}

/**
 * Converts input data to the inputs of each node, and checks it against the definition. The content is checked by the tools.
 *
 * @throws validation_error that names every problem; not_found for a file that the workspace does not have.
 */
export function readInputData(
  { nodes }: Definition,
  inputData: Record<string, NodeInput>,
  files: ReadonlyMap<string, ResolvedFile>,
): InputData {
  const problems: Problem[] = [];
  const missing: string[] = [];
  const inputNodes = nodes.filter((node): node is InputNode => node.type === 'input');
  for (const id of Object.keys(inputData)) {
    if (inputNodes.some((node) => node.id === id)) continue;
    const known = listed(inputNodes.map((node) => node.id));
    problems.push({ path: 'input_data', message: `the workflow has no input ${quoted(id)}; its inputs are: ${known}` });
  }
  const data = new Map<string, SubmittedInput[]>();
  for (const node of inputNodes) {
    const path = `input_data.${node.id}`;
    const given = Object.hasOwn(inputData, node.id) ? inputData[node.id] : undefined;
    const before = problems.length;
    const inputs = given ? inputsOf(node, given, files, path, { problems, missing }) : [];
    if (inputs.length === 0 && (node.min ?? 1) > 0 && problems.length === before)
      problems.push({ path, message: 'is missing' });
    data.set(node.id, inputs);
  }
  const bytes = [...data.values()].flat().reduce((sum, { content }) => sum + Buffer.byteLength(content ?? ''), 0);
  if (bytes > MAX_BYTES)
    problems.push({ path: 'input_data', message: `has ${bytes} bytes of content; the limit is ${MAX_BYTES}` });
  if (problems.length > 0) throw validationFault(problems);
  if (missing[0]) throw noSuchFile(missing[0]);
  return data;
}

function inputsOf(
  node: InputNode,
  { method }: NodeInput,
  files: ReadonlyMap<string, ResolvedFile>,
  path: string,
  { problems, missing }: { problems: Problem[]; missing: string[] },
): SubmittedInput[] {
  const refuse = (at: string, message: string) => problems.push({ path: `${path}${at}`, message });
  const accepted: readonly string[] = node.formats ?? formatsOf[node.kind];
  const checked = (input: SubmittedInput, at: string): SubmittedInput => {
    if (input.kind !== node.kind) refuse(`${at}.kind`, `must be ${node.kind}`);
    if (!accepted.includes(input.format))
      refuse(`${at}.format`, `must be one of ${listed(accepted)}, is ${quoted(input.format)}`);
    return input;
  };
  switch (method?.$case) {
    case 'text': {
      const content = method.value.textContent;
      if (content.trim() === '') refuse('.textContent', 'is empty');
      const format = acceptedFormat(content, accepted);
      return [
        SubmittedInput.fromPartial({
          kind: node.kind,
          format,
          content,
          source: { source: { $case: 'text', value: {} } },
        }),
      ];
    }
    case 'files':
      if (method.value.fileIds.length > MAX_INPUTS) refuse('.file_ids', `has more than ${MAX_INPUTS} files`);
      return method.value.fileIds.slice(0, MAX_INPUTS).map((fileId, i) => {
        const file = files.get(fileId);
        if (!file) missing.push(`${path}.file_ids[${i}]`);
        else if (!file.textual) refuse(`.file_ids[${i}]`, `is a ${file.format} file; an input must be text`);
        const format = file?.format ?? accepted[0]!;
        const source = { source: { $case: 'file' as const, value: { fileId } } };
        return checked(SubmittedInput.fromPartial({ kind: node.kind, format, source }), `.file_ids[${i}]`);
      });
    case 'inputs':
      if (method.value.inputs.length > MAX_INPUTS) refuse('.inputs', `has more than ${MAX_INPUTS} inputs`);
      return method.value.inputs.slice(0, MAX_INPUTS).map((input, i) => {
        const fileId = input.source?.source?.$case === 'file' ? input.source.source.value.fileId : '';
        if (input.content === undefined && !files.has(fileId)) missing.push(`${path}.inputs[${i}].source.file_id`);
        return checked(input, `.inputs[${i}]`);
      });
    default:
      refuse('.method', 'must be text, files or inputs');
      return [];
  }
}

/** The same fault as in jobs. */
function noSuchFile(path: string): Fault {
  return new Fault('not_found', `${path}: no such file in this workspace.`, {
    resolution: 'Send the content inline, or the id of a file saved in this workspace.',
  });
}
