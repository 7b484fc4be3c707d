import { openClients } from '../admin/clients.ts';
import { findAccess } from '../admin/findAccess.ts';
import type { Stack } from '../stack.ts';
import { createApi } from './api.ts';
import { runnableWorkflows, seedWorkflows } from './seedWorkflows.ts';
import { shareSample } from './shareSample.ts';

const MINUTES = 60_000;

/**
 * Completes the demo workspace after a start, in the background: runs the job to which the welcome page links, and publishes the
 * workflows whose programs this machine has. Returns the address of the job's page.
 */
export async function completeDemo({ baseUrl, publicUrl, apiKey, paths }: Stack, signal: AbortSignal): Promise<string> {
  const api = createApi(baseUrl, apiKey, AbortSignal.any([signal, AbortSignal.timeout(5 * MINUTES)]));
  const page = await shareSample(api, paths.sampleJob);
  const clients = openClients(findAccess(paths.root, {}));
  try {
    await seedWorkflows(api, clients, await runnableWorkflows(api));
  } finally {
    clients.close();
  }
  return (publicUrl?.replace(/\/$/, '') ?? baseUrl) + page;
}
