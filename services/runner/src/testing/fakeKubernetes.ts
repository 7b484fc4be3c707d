import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { KubeConfig, type V1Job, type V1JobStatus, type V1Secret } from '@kubernetes/client-node';
import { manifestProblems } from './manifestProblems.ts';

/**
 * The part of an API server that attempts use, over real HTTP: Jobs and Secrets of one namespace, checked field by field. Has conflicts and
 * watches, and deletes objects with their owner. Tests take the roles of the other controllers.
 */
export async function startFakeKubernetes(namespace: string) {
  const jobs = new Map<string, V1Job>();
  const secrets = new Map<string, V1Secret>();
  const watchers = new Set<ServerResponse>();
  const requests: string[] = [];
  const problems: string[] = [];
  /** Pending failures: each makes one request fail with its status. */
  const failing: { status: number; after: boolean }[] = [];
  const events: { version: number; line: string }[] = [];
  let version = 1;

  const tell = (type: string, object: V1Job) => {
    const line = `${JSON.stringify({ type, object })}\n`;
    events.push({ version, line });
    for (const watcher of watchers) watcher.write(line);
  };
  const stamp = (object: V1Job) => Object.assign(object.metadata!, { resourceVersion: String(++version) });

  function create(body: V1Job & V1Secret, kind: string): [number, object] {
    const wrong = manifestProblems(body);
    problems.push(...wrong);
    if (wrong.length > 0) return [400, failure(400, wrong.join('; '))];
    const all = (kind === 'jobs' ? jobs : secrets) as Map<string, V1Job | V1Secret>;
    const name = body.metadata!.name!;
    if (all.has(name)) return [409, failure(409, `${name} exists`)];
    Object.assign(body.metadata!, { namespace, uid: randomUUID() });
    stamp(body);
    all.set(name, body);
    if (kind === 'jobs') tell('ADDED', body);
    return [201, body];
  }

  function remove(name: string): [number, object] {
    const job = jobs.get(name);
    if (!job) return [404, failure(404, 'not found')];
    jobs.delete(name);
    stamp(job);
    for (const [key, { metadata }] of secrets) {
      if (metadata!.ownerReferences?.some(({ uid }) => uid === job.metadata!.uid)) secrets.delete(key);
    }
    tell('DELETED', job);
    return [200, { kind: 'Status', apiVersion: 'v1', status: 'Success' }];
  }

  async function answer(request: IncomingMessage): Promise<[number, object]> {
    const { pathname } = new URL(request.url!, 'http://api');
    const [, kind = '', name = ''] =
      new RegExp(`/namespaces/${namespace}/(jobs|secrets)(?:/([^/]+))?$`).exec(pathname) ?? [];
    requests.push(`${request.method} ${kind}`);
    if (request.method === 'POST') return create((await json(request)) as V1Job & V1Secret, kind);
    if (kind !== 'jobs') return [403, failure(403, 'forbidden')];
    if (request.method === 'DELETE') return remove(name);
    if (!name) {
      const list = { kind: 'JobList', apiVersion: 'batch/v1', metadata: { resourceVersion: String(version) } };
      return [200, { ...list, items: [...jobs.values()] }];
    }
    const job = jobs.get(name);
    return job ? [200, job] : [404, failure(404, 'not found')];
  }

  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url!.includes('watch=true')) {
      requests.push('WATCH jobs');
      watchers.add(response);
      response.on('close', () => watchers.delete(response));
      response.flushHeaders();
      const since = Number(new URL(request.url!, 'http://api').searchParams.get('resourceVersion'));
      for (const event of events) if (event.version > since) response.write(event.line);
      return;
    }
    const fault = request.method === 'GET' ? undefined : failing.shift();
    if (fault && !fault.after) return response.writeHead(fault.status).end(JSON.stringify(failure(fault.status, 'no')));
    const [status, body] = await answer(request);
    response.writeHead(fault?.status ?? status).end(JSON.stringify(fault ? failure(fault.status, 'no') : body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const kube = new KubeConfig();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  kube.loadFromClusterAndUser({ name: 'fake', server: url, skipTLSVerify: true }, { name: 'runner' });

  return {
    kube,
    jobs,
    secrets,
    requests,
    problems,
    /** Makes the next change fail with this status. `after`: the change is made first. */
    fail: (status: number, { after = false } = {}) => void failing.push({ status, after }),
    /** Sets the status, as the Job controller would. */
    setStatus(name: string, status: V1JobStatus) {
      const job = jobs.get(name)!;
      job.status = status;
      stamp(job);
      tell('MODIFIED', job);
    },
    delete: remove,
    /** Ends all watches. With 410, a client has to list again before it watches. */
    dropWatches(gone = false) {
      const object = failure(410, 'too old');
      for (const watcher of watchers) {
        if (gone) watcher.write(`${JSON.stringify({ type: 'ERROR', object })}\n`);
        watcher.end();
      }
      watchers.clear();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const failure = (code: number, message: string) => ({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  code,
  message,
});
