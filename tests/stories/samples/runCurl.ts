import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Failures, RunSamples } from '@rotamer/test-support/samples/sampleWorld.ts';

/** Runs samples in a shell, where curl fails when the service returns an error. */
export const runCurl: RunSamples = async (samples, { recorder, cwd, env }) => {
  writeFileSync(join(cwd, '.curlrc'), 'fail-with-body\nsilent\nshow-error\nmax-time = 60\n');
  const failures: Failures = {};
  for (const { name, code } of samples) {
    recorder.begin(name);
    const options = { cwd, env: { ...process.env, ...env, CURL_HOME: cwd } };
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', code], options).catch(({ message, stdout }) => {
      failures[name] = `${message}\n${stdout}`;
    });
  }
  return failures;
};
