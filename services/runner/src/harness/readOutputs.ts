import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { type AttemptFolder, OUTPUT_LIST } from '../child/jobFile.ts';
import { checkOutputs, type FileLine, type ItemLine, missingOutputs } from './checkOutputs.ts';
import { parseOutputList } from './outputList.ts';

/** What a tool left behind and may be kept. */
export interface Outputs {
  items: ItemLine[];
  files: (FileLine & { path: string; size: number })[];
  toolError: string | undefined;
  /** Why a tool that says it ended well has not. */
  problems: string[];
}

/** The list becomes one JSON document in memory. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 10_000;
const MIB = 1024 * 1024;

/** Reads the outputs folder of a tool whose processes are gone. Nothing in it is believed. */
export async function readOutputs(folder: AttemptFolder, contract: ToolContract, inputIds: string[]): Promise<Outputs> {
  const list = await readList(join(folder.outputs, OUTPUT_LIST));
  const { lines, broken } = parseOutputList(list.text);
  const checked = checkOutputs(lines, contract, inputIds);
  const { files, problems } = await checkFiles(folder.outputs, checked.files, contract.limits.outputMiB * MIB);
  const present = new Set([...checked.items, ...files].map((output) => output.port));
  return {
    items: checked.items,
    files,
    toolError: checked.toolError,
    problems: [
      ...list.problems,
      ...(broken ? ['The tool left a broken list of outputs.'] : []),
      ...checked.problems,
      ...problems,
      ...missingOutputs(contract.ports, present),
    ],
  };
}

async function readList(path: string): Promise<{ text: string; problems: string[] }> {
  const size = await plainFileSize(path);
  if (size === undefined) return { text: '', problems: [] };
  if (size > MAX_LIST_BYTES) return { text: '', problems: ['The tool left a list of outputs that is too long.'] };
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return { text: await file.readFile('utf8'), problems: [] };
  } finally {
    await file.close();
  }
}

async function checkFiles(outputs: string, lines: FileLine[], maxBytes: number) {
  const files: Outputs['files'] = [];
  const problems: string[] = [];
  let left = maxBytes;
  for (const line of lines.slice(0, MAX_FILES)) {
    const folder = await lstat(join(outputs, line.port)).catch(() => undefined);
    const path = join(outputs, line.port, line.name);
    const size = folder?.isDirectory() ? await plainFileSize(path) : undefined;
    if (size === undefined) problems.push(`The output file '${line.name}' is missing or not a plain file.`);
    else if (size > left) problems.push(`The output files are larger than ${maxBytes / MIB} MiB together.`);
    else files.push({ ...line, path, size });
    left -= size ?? 0;
  }
  if (lines.length > MAX_FILES) problems.push(`The tool wrote more than ${MAX_FILES} output files.`);
  return { files, problems };
}

/** Undefined for all that is not a plain file with one name: links may lead out of the folder. */
async function plainFileSize(path: string): Promise<number | undefined> {
  const stat = await lstat(path).catch(() => undefined);
  return stat?.isFile() && stat.nlink === 1 ? stat.size : undefined;
}
