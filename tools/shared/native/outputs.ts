import { readFileSync, statSync } from 'node:fs';
import { type Program, ToolError } from '../../contract.ts';

/** A string cannot be longer than half a gibibyte. */
const MAX_MIB = 256;

/**
 * A file that a program should have written.
 *
 * @throws ToolError when there is none, or nothing in it, whatever exit code the program had.
 */
export function readOutput({ command }: Program, path: string): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) throw new ToolError(`${command} wrote no result`);
  if (size > MAX_MIB * 1024 * 1024) throw new ToolError(`${command} wrote more than ${MAX_MIB} MiB`);
  return readFileSync(path, 'utf8');
}
