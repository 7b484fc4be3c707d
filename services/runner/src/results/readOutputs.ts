import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { type AttemptFolder, OUTPUT_LIST } from '../child/jobFile.ts';
import { createOutputCheck, type FileLine, missingOutputs } from './checkOutputs.ts';
import { readOutputList } from './outputList.ts';
import { createResultRows, type ResultRows, sourceIds } from './resultRows.ts';

/** The outputs of a tool that may be kept. */
export interface Outputs {
  rows: ResultRows;
  files: (FileLine & { path: string; size: number })[];
  toolError: string | undefined;
  /** Why the attempt of a tool that ended well has still failed. If there are many problems, only the first. */
  problems: string[];
}

/** Longest error text of a tool that is passed on. */
const MAX_ERROR_LENGTH = 2000;
const MAX_PROBLEMS = 20;
const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** Bytes of the manifest that the entries of all files may take. */
const MAX_FILE_ENTRIES_BYTES = 2 * 1024 * 1024;
const MIB = 1024 * 1024;

/** Reads the outputs folder of a tool whose processes are gone. Nothing in the folder is trusted. */
export async function readOutputs(folder: AttemptFolder, contract: ToolContract, inputIds: string[]): Promise<Outputs> {
  const listed = await readList(join(folder.outputs, OUTPUT_LIST), contract, inputIds);
  const { files, problems } = await checkFiles(folder.outputs, listed.files, contract.limits.outputMiB * MIB);
  const present = new Set([...listed.rows.ports, ...files.map(({ port }) => port)]);
  return {
    ...listed,
    files,
    problems: [...listed.problems, ...problems, ...missingOutputs(contract.ports, present)].slice(0, MAX_PROBLEMS),
  };
}

async function readList(path: string, contract: ToolContract, inputIds: string[]) {
  const check = createOutputCheck(contract, inputIds);
  const collected = createResultRows(contract);
  const files: FileLine[] = [];
  const problems: string[] = [];
  let toolError: string | undefined;
  let n = 0;
  for await (const line of listAt(path, problems)) {
    n++;
    if (line === 'broken') problems.push('The tool left a damaged list of outputs.');
    else if (line === 'too large') problems.push(`Output ${n} of the tool is larger than 256 KiB.`);
    else if (line.type === 'error') toolError ??= line.message.slice(0, MAX_ERROR_LENGTH);
    else {
      const problem = check(line) ?? (line.type === 'item' ? collected.add(line) : void files.push(line));
      if (problem && problems.length < MAX_PROBLEMS) {
        problems.push(`Output ${n} of the tool (port '${line.port.slice(0, 64)}') ${problem}.`);
      }
    }
  }
  return { rows: collected.rows(), files, toolError, problems };
}

async function* listAt(path: string, problems: string[]) {
  const size = await plainFileSize(path);
  if (size === undefined) return;
  if (size > MAX_LIST_BYTES) problems.push('The tool left a list of outputs that is too long.');
  else {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    yield* readOutputList(file.createReadStream());
  }
}

async function checkFiles(outputs: string, lines: FileLine[], maxBytes: number) {
  const files: Outputs['files'] = [];
  const problems: string[] = [];
  let left = maxBytes;
  const listed = lines.slice(0, listable(lines));
  if (listed.length < lines.length) {
    problems.push(`The tool wrote more output files than a result can list: ${lines.length}.`);
  }
  for (const line of listed) {
    const folder = await lstat(join(outputs, line.port)).catch(() => undefined);
    const path = join(outputs, line.port, line.name);
    const size = folder?.isDirectory() ? await plainFileSize(path) : undefined;
    if (size === undefined) problems.push(`The output file '${line.name}' is missing or not a plain file.`);
    else if (size > left) problems.push(`The output files exceed ${maxBytes / MIB} MiB in total.`);
    else files.push({ ...line, path, size });
    left -= size ?? 0;
  }
  return { files, problems };
}

/** Returns how many of the files, from the first on, fit into a manifest. */
function listable(lines: FileLine[]): number {
  let bytes = 0;
  const first = lines.findIndex((line) => {
    bytes += entryBytes(line);
    return bytes > MAX_FILE_ENTRIES_BYTES;
  });
  return first < 0 ? lines.length : first;
}

/**
 * Returns an upper bound for the bytes of a file's entry in the manifest. The constant covers id, key, digest and types; the tool chooses
 * the rest.
 */
function entryBytes({ port, name, place }: FileLine): number {
  return 600 + 2 * port.length + 2 * name.length + Buffer.byteLength(JSON.stringify(sourceIds(place)));
}

/** Returns undefined for anything but a plain file with one name, because links may lead out of the folder. */
async function plainFileSize(path: string): Promise<number | undefined> {
  const stat = await lstat(path).catch(() => undefined);
  return stat?.isFile() && stat.nlink === 1 ? stat.size : undefined;
}
