import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '@rotamer/tools/contract.ts';

/**
 * Exits normally, but leaves a process in another session that would rewrite the outputs later: after a minute, because a fork bomb beside
 * it can starve this tool for more than ten seconds.
 */
export const run: Run = async ({ item }) => {
  const script = 'touch started; sleep 60; while :; do echo later >> ../out/outputs.ndjson; sleep 0.1; done';
  spawn('/bin/sh', ['-c', script], { detached: true, stdio: 'ignore' }).unref();
  while (!existsSync('started')) await sleep(10);
  await sleep(300);
  item('rows', { n: 1 }, { sourceInputIds: [] });
};
