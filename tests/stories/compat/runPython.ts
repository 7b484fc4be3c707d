import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StackFile } from '@rotamer/stack/folder/stackFile.ts';
import { missingPython, pythonEnvironment } from '@rotamer/test-support/python.ts';
import { inject } from 'vitest';

/** Whether the stories of compat are skipped here. Where CI is set they fail without Python. */
export const withoutPython = missingPython() !== undefined && !process.env.CI;

/** Returns the base URL of the protocols of the shared stack. */
export function protocolsUrl(): string {
  const { services } = JSON.parse(readFileSync(inject('stack').stackFile, 'utf8')) as StackFile;
  return `http://${services.compat![0]!.address}`;
}

/** Runs a script of this folder in the environment of the clients. Returns the JSON that it prints. */
export async function runPython<Output>(script: string, ...args: string[]): Promise<Output> {
  const requirements = join(import.meta.dirname, 'requirements.txt');
  const programs = pythonEnvironment('compat-clients', requirements, '--no-deps');
  const { stdout } = await promisify(execFile)(join(programs, 'python'), [join(import.meta.dirname, script), ...args]);
  return JSON.parse(stdout) as Output;
}
