import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStackFile } from '@rotamer/stack/folder/stackFile.ts';
import type { Stack } from '@rotamer/stack/stack.ts';
import { startStack } from '@rotamer/stack/startStack.ts';
import { jobRequest } from './fakeRunner.ts';
import { stopping } from './stopping.ts';
import { type Bench, openWorkspace, type World } from './world.ts';

/** The address and key for submissions, and the processes that serve them. */
export type Target = Pick<Stack, 'baseUrl' | 'apiKey'> & Pick<World, 'services' | 'dataDir'>;

/**
 * Opens a second stack with a real runner, for figures about whole stacks. Only its first start has an empty data
 * folder.
 */
export function openOtherStack(
  { dataDir }: Pick<Bench, 'dataDir'>,
  { real = false } = {},
): { start(): Promise<Stack> } {
  const { signal } = stopping;
  const options = { dataDir: join(dataDir, 'other'), port: 0, real, replicas: {}, signal, report: console.log };
  let starts = 0;
  return { start: () => startStack({ ...options, fresh: starts++ === 0 }) };
}

/** Starts an empty second stack for the duration of the measure. The key belongs to a workspace without limits. */
export async function startWithRunner(bench: Bench): Promise<Target> {
  const stack = await openOtherStack(bench).start();
  bench.onMeasured(stack.stop);
  const { keys } = await openWorkspace(stack.paths.root);
  const services = () => readStackFile(stack.paths.stackFile)!.services;
  return { baseUrl: stack.baseUrl, apiKey: keys[0]!, services, dataDir: stack.paths.root };
}

/** Submits a small job to a stack. Resolves when the job has completed. */
export const runOneJob = (target: Pick<Target, 'baseUrl' | 'apiKey'>): Promise<void> => runJob(target, jobRequest);

/** Submits a job to a stack. Resolves when the job has completed. */
export async function runJob({ baseUrl, apiKey }: Pick<Target, 'baseUrl' | 'apiKey'>, request: object): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/api/v1/jobs`, { method: 'POST', headers, body: JSON.stringify(request) });
  const { id } = (await answer.json()) as { id: string };
  const events = await fetch(`${baseUrl}/api/v1/jobs/${id}/events`, { headers });
  const text = await events.text(); // the stream ends with the job
  if (!text.includes('"status":"COMPLETED"')) throw new Error(`the job did not complete:\n${text}`);
}

/** Waits until a stack has become idle. */
export const rest = () => sleep(3_000);
