import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';
import { missingPython, pythonEnvironment, runProgram } from '@rotamer/test-support/python.ts';

const folder = join(repository, 'clients/python/generate');

/** Generates the blocking half of the Python client from the async half. Without Python it prints that, and changes nothing. */
export function writeBlockingClient(): void {
  const missing = missingPython();
  if (missing) console.log(`The blocking Python client is left as it is: ${missing} is not here.`);
  else generate();
}

/** Throws when the blocking half of the Python client is not what the async half gives. */
export function checkBlockingClient(): void {
  generate('--check');
}

function generate(...options: string[]): void {
  const programs = pythonEnvironment('python-unasync', join(folder, 'requirements.txt'));
  runProgram(join(programs, 'python'), join(folder, 'blocking.py'), ...options);
}
