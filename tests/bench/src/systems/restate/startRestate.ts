import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@rotamer/neighbours/freePort.ts';
import { startServer } from '@rotamer/neighbours/startServer.ts';
import { startChild } from '../../child.ts';
import { byClients } from '../../clients.ts';
import type { LoadRequest } from '../../load/plan.ts';
import { type RunningSystem, STORED, type System } from '../system.ts';
import { RESTATE, restatePrograms } from './restatePrograms.ts';
import type { ServiceOrder } from './service.ts';

/** One node with default settings, and a service in a separate process. Restate runs accepted jobs immediately. */
export const restate: System = { name: 'Restate', start };

async function start(folder: string): Promise<RunningSystem> {
  const programs = await restatePrograms();
  const ports = {
    ingress: await freePort(),
    admin: await freePort(),
    node: await freePort(),
    service: await freePort(),
  };
  const [origin, admin] = [`http://127.0.0.1:${ports.ingress}`, `http://127.0.0.1:${ports.admin}`];
  const config = join(folder, 'restate.toml');
  mkdirSync(folder, { recursive: true });
  writeFileSync(config, configuration(folder, ports));
  const server = await startServer({
    name: 'Restate',
    command: programs.server,
    args: ['--config-file', config],
    env: { RESTATE_DISABLE_TELEMETRY: 'true' },
    folder,
    logFile: join(folder, 'restate.log'),
    port: ports.ingress,
    answers: async () => (await isHealthy(`${admin}/health`)) && isHealthy(`${origin}/restate/health`),
  });
  const service = startChild(join(import.meta.dirname, 'service.ts'));
  const stop = async () => {
    await service.stop();
    await server.stop();
  };
  try {
    await service.ask<void>({ programs: programs.folder, port: ports.service } satisfies ServiceOrder);
    await post(`${admin}/deployments`, { uri: `http://127.0.0.1:${ports.service}` });
    const runJob = (headers = {}) => post(`${origin}/jobs/run`, {}, headers);
    const outcomes = await byClients(STORED, async (n): Promise<LoadRequest> => {
      await runJob({ 'idempotency-key': `job-${n}` });
      return { method: 'GET', path: `/restate/invocation/jobs/run/job-${n}/output` };
    });
    const send: LoadRequest = { method: 'POST', path: '/jobs/run/send', body: {} };
    return {
      version: RESTATE,
      processes: { restate: [server], service: [service] },
      questions: {
        submit: { origin, requests: [send], expected: 202 },
        status: { origin, requests: outcomes, expected: 200 },
      },
      runJob: () => runJob(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function configuration(folder: string, { ingress, admin, node }: Record<'ingress' | 'admin' | 'node', number>): string {
  return `base-dir = "${folder}/data"
node-name = "bench"
bind-address = "127.0.0.1:${node}"
advertised-address = "http://127.0.0.1:${node}/"
[ingress]
bind-address = "127.0.0.1:${ingress}"
[admin]
bind-address = "127.0.0.1:${admin}"
`;
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<void> {
  const all = { ...headers, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${url} was answered with ${answer.status}: ${text}`);
}
