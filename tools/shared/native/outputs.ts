import { readFileSync, statSync } from 'node:fs';
import { type Program, ToolError } from '../../contract.ts';

/** Lower than the half gibibyte that a string can hold. */
const MAX_MIB = 256;

/**
 * Reads a file that a program should have written.
 *
 * @throws ToolError when the file is missing or empty, even if the program exited with 0.
 */
export function readOutput({ command }: Program, path: string): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) throw new ToolError(`${command} wrote no result`);
  if (size > MAX_MIB * 1024 * 1024) throw new ToolError(`${command} wrote more than ${MAX_MIB} MiB`);
  return readFileSync(path, 'utf8');
}
