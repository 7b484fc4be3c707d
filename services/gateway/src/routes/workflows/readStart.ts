import {
  capMillicredits,
  grownMetadata,
  readInput,
  refuseGrown,
  twoNamesOfFiles,
} from '@rotamer/api/requests/readInputs.ts';
import type { WorkflowNodeInputBody, WorkflowRunRequestBody } from '@rotamer/api/schemas/workflowRunRequest.ts';
import { refuseDoubleNames } from '@rotamer/api/validation/aliases.ts';
import { pathText } from '@rotamer/api/validation/pathText.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { encodedBytes } from '@rotamer/kit/grpc/encodedBytes.ts';
import { NodeInput, StartRequest } from '@rotamer/proto/workflows/v1/workflows.ts';

/** Returns a run's request as the workflows service accepts it. */
export function readStart({ name, max_credits, project_id, input_data, expected_revision_id }: WorkflowRunRequestBody) {
  const start = {
    name,
    maxMillicredits: capMillicredits(max_credits),
    projectId: project_id ?? undefined,
    projectGiven: project_id !== undefined,
    inputData: readInputData(input_data ?? {}),
    expectedRevisionId: expected_revision_id,
  };
  refuseGrown(encodedBytes(StartRequest, StartRequest.fromPartial(start)));
  return start;
}

function readInputData(data: NonNullable<WorkflowRunRequestBody['input_data']>): Record<string, NodeInput> {
  const given = Object.entries(data).map(([nodeId, input]) => ({
    nodeId,
    input,
    path: pathText(['input_data', nodeId, 'inputs']),
  }));
  refuseDoubleNames(
    given.flatMap(({ input, path }) => (input.method === 'inputs' ? twoNamesOfFiles(input.inputs, path) : [])),
  );
  const read = given.map(({ input, ...of }) => ({ ...of, input: readNodeInput(input) }));
  const problems = read.flatMap(({ input: { method }, path }) =>
    method?.$case === 'inputs' ? grownMetadata(method.value.inputs, path) : [],
  );
  if (problems.length > 0) throw validationFault(problems.slice(0, 20));
  return Object.fromEntries(read.map(({ nodeId, input }) => [nodeId, input]));
}

function readNodeInput(input: WorkflowNodeInputBody): NodeInput {
  switch (input.method) {
    case 'text': {
      const value = { textContent: input.textContent };
      return NodeInput.fromPartial({ method: { $case: 'text', value } });
    }
    case 'files': {
      const value = { fileIds: input.file_ids };
      return NodeInput.fromPartial({ method: { $case: 'files', value } });
    }
    case 'inputs': {
      const value = { inputs: input.inputs.map(readInput) };
      return NodeInput.fromPartial({ method: { $case: 'inputs', value } });
    }
  }
}
