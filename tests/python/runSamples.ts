import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Failures, RunSamples } from '@rotamer/test-support/samples/sampleWorld.ts';

/** Returns a function that runs samples in one process of this Python, each in a separate namespace. */
export function runSamples(python: string): RunSamples {
  return async (samples, { recorder, cwd, env }) => {
    writeFileSync(join(cwd, 'samples.json'), JSON.stringify(samples));
    const options = { cwd, env: { ...process.env, ...env } };
    await promisify(execFile)(python, [join(import.meta.dirname, 'samples.py'), recorder.baseUrl], options);
    return JSON.parse(readFileSync(join(cwd, 'failures.json'), 'utf8')) as Failures;
  };
}
