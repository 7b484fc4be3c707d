import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentEncoding, type StoredBytes, type SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { FetchInputsResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract, ToolDataset } from '@rotamer/tools/contract.ts';
import { completeSettings } from '@rotamer/tools/shared/completeSettings.ts';
import type { AttemptFolder, JobFile } from '../child/jobFile.ts';
import { MissingInput } from './fetchSaved.ts';

/**
 * Writes the inputs and the job file that the child reads. `fetch` writes saved files.
 *
 * @throws MissingInput, with a message for the job's owner, if a saved file was deleted.
 */
export async function stageInputs(
  folder: AttemptFolder,
  contract: ToolContract,
  { inputs, settingsJson, dataset }: Pick<FetchInputsResponse, 'inputs' | 'settingsJson'> & { dataset?: ToolDataset },
  fetch: (saved: StoredBytes, path: string) => Promise<void>,
): Promise<void> {
  for (const [i, input] of inputs.entries()) {
    const path = join(folder.inputs, String(i));
    if (input.stored) await fetch(input.stored, path).catch((error) => throwNamed(error, i));
    else await writeFile(path, inlineBytes(input));
  }
  // Complete for the version of jobs. The version of this runner may have another setting, whose default is missing.
  const { settings, problems } = completeSettings(contract, JSON.parse(settingsJson || '{}'));
  const jobFile: JobFile = {
    tool: contract.id,
    ...(contract.command && { contract }),
    settings,
    ...(dataset && { dataset }),
    settingProblems: problems,
    inputs: inputs.map(describe),
  };
  await writeFile(folder.jobFile, JSON.stringify(jobFile));
}

function throwNamed(error: unknown, i: number): never {
  if (error instanceof MissingInput) throw new MissingInput(`input.inputs[${i}].source.file_id: ${error.message}.`);
  throw error;
}

/** Returns the bytes of an inline input. Jobs of release 0.2 keep base64 as it was sent; later ones keep text. */
export function inlineBytes({ id, content, contentEncoding }: SubmittedInput): Buffer {
  if (content === undefined) throw new Error(`input ${id} has no content`);
  return Buffer.from(content, contentEncoding === ContentEncoding.BASE64 ? 'base64' : 'utf8');
}

/** Returns what a tool may know of an input, except its text. */
function describe(input: SubmittedInput): JobFile['inputs'][number] {
  const { id, slotId, kind, format, label, copies, cyclic, modifications, msa } = input;
  return { id, slotId, kind, format, label, copies, cyclic, modifications, msa };
}
