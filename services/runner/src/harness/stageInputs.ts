import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentEncoding, type SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { FetchInputsResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { AttemptFolder, JobFile } from '../child/jobFile.ts';

/** An input whose bytes lie in the attempt folder. */
export interface StagedInput {
  id: string;
  slotId: string;
  kind: string;
  format: string;
  path: string;
}

/** Writes the inputs and the job file that the child reads. */
export async function stageInputs(
  folder: AttemptFolder,
  tool: string,
  { inputs, settingsJson }: FetchInputsResponse,
): Promise<StagedInput[]> {
  const staged: StagedInput[] = [];
  for (const [i, input] of inputs.entries()) {
    const path = join(folder.inputs, String(i));
    await writeFile(path, decode(input));
    const { id, slotId, kind, format } = input;
    staged.push({ id, slotId, kind, format, path });
  }
  const jobFile: JobFile = { tool, settings: JSON.parse(settingsJson || '{}'), inputs: inputs.map(describe) };
  await writeFile(folder.jobFile, JSON.stringify(jobFile));
  return staged;
}

function decode({ id, content, contentEncoding }: SubmittedInput): Buffer {
  if (content === undefined) throw new Error(`input ${id} has no content`);
  return Buffer.from(content, contentEncoding === ContentEncoding.BASE64 ? 'base64' : 'utf8');
}

/** What a tool may know of an input besides its text. */
function describe(input: SubmittedInput): JobFile['inputs'][number] {
  const { id, slotId, kind, format, label, copies, cyclic, modifications, msa } = input;
  return { id, slotId, kind, format, label, copies, cyclic, modifications, msa };
}
