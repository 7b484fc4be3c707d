import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PortSource, RowsForm } from '../../command.ts';
import { type OutputPlace, type OutputPort, type ToolContract, ToolError, type ToolRun } from '../../contract.ts';
import { restoreIds, restoreInRow } from './restoreIds.ts';
import { tableRows } from './tableRows.ts';

/** One run of the program; a job has one or several. */
export interface Round {
  /** The folder with the files that the program wrote. */
  folder: string;
  place: OutputPlace;
  /** Names of the records of joined files. */
  names: string[];
  /** Where a job has several rounds: the number of this round, and the label of its input. */
  each?: { number: number; label: string };
}

/** A row that gets its rank when all rounds are over. */
export interface UnrankedRow {
  port: string;
  value: Record<string, unknown>;
  place: OutputPlace;
}

const MAX_MIB = 256;
const MIB = 1024 * 1024;

/**
 * Writes the outputs of a round to the ports of the tool. Returns the rows that are ranked after the last round.
 *
 * @throws ToolError when a required file is missing or empty: a program may fail and still exit with 0.
 */
export function collectOutputs({ ports, command }: ToolContract, job: ToolRun, round: Round): UnrankedRow[] {
  return ports.flatMap((port) => {
    const source: PortSource = command!.outputs[port.id]!;
    if ('rows' in source) return collectRows(port, source.rows, command!.program, job, round);
    collectFiles(port, source, command!.program, job, round);
    return [];
  });
}

function collectRows(port: OutputPort, form: RowsForm, program: string, job: ToolRun, round: Round): UnrankedRow[] {
  const bytes = readPlain(round.folder, form.file, program);
  if (!bytes) {
    if (port.required) throw new ToolError(`${program} wrote no ${form.file}`);
    return [];
  }
  const rows = tableRows(textOf(bytes, form.file, program), form, port.schema as Parameters<typeof tableRows>[2]);
  const values = rows.map((row) => ({
    ...(form.input && round.each && { [form.input]: round.each.label }),
    ...restoreInRow(row, round.names),
  }));
  if (form.rankBy) return values.map((value) => ({ port: port.id, value, place: round.place }));
  for (const value of values) job.item(port.id, value, round.place);
  return [];
}

function collectFiles(
  port: OutputPort,
  source: Extract<PortSource, { files: string }>,
  program: string,
  job: ToolRun,
  round: Round,
) {
  const { folder, names, each, place } = round;
  const found = readdirSync(folder)
    .filter((name) => fitsPattern(name, source.files))
    .sort();
  let count = 0;
  for (const name of found) {
    const bytes = readPlain(folder, name, program);
    if (!bytes) continue;
    count++;
    const isNamed = source.restoreIds && names.length > 0 && isText(bytes);
    const content = isNamed ? restoreIds(bytes.toString(), names, port.format) : bytes;
    job.file(port.id, each ? `${String(each.number).padStart(4, '0')}-${name}` : name, content, place);
  }
  if (count === 0 && port.required) throw new ToolError(`${program} wrote no ${source.files}`);
}

/** Returns undefined for anything but a non-empty regular file: a symbolic link could lead out of the folder. */
function readPlain(folder: string, name: string, program: string): Buffer | undefined {
  const path = join(folder, name);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size === 0) return undefined;
  if (stat.size > MAX_MIB * MIB) throw new ToolError(`${program} wrote more than ${MAX_MIB} MiB into ${name}`);
  return readFileSync(path);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer, file: string, program: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ToolError(`${program} wrote ${file}, which is not text`);
  }
}

const isText = (bytes: Buffer) => !bytes.subarray(0, 8192).includes(0);

/** Whether a name fits a pattern with `*` and `?`, in time proportional to name × pattern at most. */
export function fitsPattern(name: string, pattern: string): boolean {
  let [n, p] = [0, 0];
  let [star, resume] = [-1, 0];
  while (n < name.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[n])) {
      n++;
      p++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++resume;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
