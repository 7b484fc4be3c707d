import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ToolContract } from '../../contract.ts';
import { unsoundPart } from '../soundContract.ts';
import { contractOf } from './contractOf.ts';
import type { ToolDescription } from './description.ts';
import type { FileProblem } from './fileProblem.ts';
import { MAX_FILE_BYTES, readDescription } from './readDescription.ts';

export const TOOL_FILE = 'tool.yaml';

const MAX_TOOLS = 1_000;

/** A tool by configuration, and the file that describes it. */
export interface ToolFile {
  file: string;
  description: ToolDescription;
  contract: ToolContract;
}

/**
 * Reads the contracts of the tools in some folders. Each folder has a `tool.yaml`, or folders with one.
 *
 * @param folders Separated by commas, relative to the current directory; without folders the result is empty.
 *
 * @param taken Ids of other tools.
 *
 * @throws Error with a line for each problem of each file, `<file>:<line>: <path> <problem>`. A service must not start
 * with only a part of its configured tools.
 */
export function readToolFolders(folders: string | undefined, taken: Iterable<string>): ToolContract[] {
  const problems: string[] = [];
  const files = (folders ?? '')
    .split(',')
    .map((folder) => folder.trim())
    .filter(Boolean)
    .flatMap((folder) => {
      const found = toolFilesIn(resolve(folder));
      if (found.length === 0) problems.push(`${resolve(folder)}: has no ${TOOL_FILE}, and no folder with one`);
      return found;
    });
  if (files.length > MAX_TOOLS) throw new Error(`the folders of tools hold ${files.length}, the limit is ${MAX_TOOLS}`);
  const ids = new Map([...taken].map((id) => [id, 'a built-in tool']));
  const contracts: ToolContract[] = [];
  for (const file of files) {
    const read = readToolFile(file);
    if ('problems' in read) problems.push(...read.problems.map((problem) => problemLine(file, problem)));
    else {
      const { contract } = read;
      const other = ids.get(contract.id);
      if (other) problems.push(`${file}:1: id '${contract.id}' is that of ${other}`);
      ids.set(contract.id, file);
      contracts.push(contract);
    }
  }
  if (problems.length > 0) throw new Error(`tools by configuration cannot be read:\n${problems.join('\n')}`);
  return contracts;
}

/** Reads one file. Returns its tool, or all its problems. */
export function readToolFile(file: string): ToolFile | { problems: FileProblem[] } {
  // Reads one byte more than the limit, to recognise a file that is too large.
  const read = readDescription(
    readFileSync(file)
      .subarray(0, MAX_FILE_BYTES + 1)
      .toString(),
  );
  if ('problems' in read) return read;
  const contract = contractOf(read.description);
  const [path, message] = unsoundPart(contract) ?? [];
  if (path) return { problems: [{ line: 1, path, message: message! }] };
  return { file, description: read.description, contract };
}

export const problemLine = (file: string, { line, path, message }: FileProblem): string =>
  `${file}:${line}: ${path ? `${path} ` : ''}${message}`;

/** Skips names that begin with a dot: Kubernetes uses them inside mounted configuration. */
function toolFilesIn(folder: string): string[] {
  if (isFile(join(folder, TOOL_FILE))) return [join(folder, TOOL_FILE)];
  return namesIn(folder)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => join(folder, name, TOOL_FILE))
    .filter(isFile);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
