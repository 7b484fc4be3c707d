import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { V1Job } from '@kubernetes/client-node';
import { temporaryFolder } from '@rotamer/kit/testing/temporaryFolder.ts';
import { onTestFinished } from 'vitest';
import type { PodConfig } from '../pods/podConfig.ts';
import type { startFakeJobs } from './fakeJobs.ts';
import type { startFakeKubernetes } from './fakeKubernetes.ts';

type FakeKubernetes = Awaited<ReturnType<typeof startFakeKubernetes>>;

const POD_MAIN = fileURLToPath(new URL('../pods/podMain.ts', import.meta.url));

/** Returns the settings of a runner whose pods talk to these jobs. */
export function testPodConfig(
  jobs: Pick<Awaited<ReturnType<typeof startFakeJobs>>, 'address' | 'attemptToken'>,
): PodConfig {
  return {
    podNamespace: 'tools',
    podImage: 'localhost/rotamer/runner:test',
    podImagePullPolicy: 'IfNotPresent',
    podJobsAddress: jobs.address,
    attemptToken: jobs.attemptToken,
    podTtlSeconds: 600,
    podStartSeconds: 60,
    podSandbox: 'group',
    podCpuShare: 1,
    podLabels: '{}',
  };
}

/** Does the work of the kubelet: runs the container's program, with its variables and its Secret. */
export async function runPod(
  cluster: Pick<FakeKubernetes, 'secrets'>,
  name: string,
  job: V1Job,
): Promise<ChildProcess> {
  const folder = temporaryFolder('pod');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'lease'));
  await writeFile(join(folder, 'lease/lease.json'), cluster.secrets.get(name)!.stringData!['lease.json']!);
  const variables = job.spec!.template.spec!.containers[0]!.env!.map(({ name: key, value }) => [key, value]);
  const pod = spawn(process.execPath, [POD_MAIN], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...Object.fromEntries(variables),
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ROTAMER_LOG_LEVEL: process.env.ROTAMER_LOG_LEVEL ?? 'silent',
      ROTAMER_LEASE_FOLDER: join(folder, 'lease'),
      ROTAMER_WORK_DIR: join(folder, 'work'),
    },
  });
  onTestFinished(() => void pod.kill('SIGKILL'));
  return pod;
}

/** Starts a store that accepts every object. */
export async function startStore(): Promise<{ stored: Map<string, Buffer>; url: string }> {
  const stored = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    stored.set(request.url!.slice(1), await buffer(request));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { stored, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
