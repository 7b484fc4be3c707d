import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentEncoding, type StoredBytes, type SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { FetchInputsResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract, ToolDataset } from '@rotamer/tools/contract.ts';
import { completeSettings } from '@rotamer/tools/shared/completeSettings.ts';
import type { AttemptFolder, JobFile } from '../child/jobFile.ts';
import { MissingInput } from './fetchSaved.ts';

/** An input of which the tool has a copy in the attempt folder. */
export interface StagedInput {
  id: string;
  slotId: string;
  kind: string;
  format: string;
  /** `saved`: it was in the blob store already; other inputs came inline. */
  source: 'text' | 'file' | 'external' | 'saved';
  /** The name that its sender gave it. */
  fileName?: string;
  /** The inline bytes, kept for the result: the tool may change its copy. */
  bytes?: Buffer;
}

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
): Promise<StagedInput[]> {
  const staged: StagedInput[] = [];
  for (const [i, input] of inputs.entries()) {
    const path = join(folder.inputs, String(i));
    const { id, slotId, kind, format, stored } = input;
    const bytes = stored ? undefined : decode(input);
    if (stored) await fetch(stored, path).catch((error) => throwNamed(error, i));
    else await writeFile(path, bytes!);
    staged.push({ id, slotId, kind, format, ...sourceOf(input), bytes });
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
  return staged;
}

function throwNamed(error: unknown, i: number): never {
  if (error instanceof MissingInput) throw new MissingInput(`input.inputs[${i}].source.file_id: ${error.message}.`);
  throw error;
}

function sourceOf({ source, stored }: SubmittedInput): Pick<StagedInput, 'source' | 'fileName'> {
  const from = source?.source;
  if (stored || from?.$case === 'artifact') return { source: 'saved' };
  return { source: from?.$case ?? 'text', fileName: (from?.$case === 'file' && from.value.fileName) || undefined };
}

/** Returns the bytes of an inline input. Jobs of release 0.2 keep base64 as it was sent; later ones keep text. */
function decode({ id, content, contentEncoding }: SubmittedInput): Buffer {
  if (content === undefined) throw new Error(`input ${id} has no content`);
  return Buffer.from(content, contentEncoding === ContentEncoding.BASE64 ? 'base64' : 'utf8');
}

/** Returns what a tool may know of an input, except its text. */
function describe(input: SubmittedInput): JobFile['inputs'][number] {
  const { id, slotId, kind, format, label, copies, cyclic, modifications, msa } = input;
  return { id, slotId, kind, format, label, copies, cyclic, modifications, msa };
}
