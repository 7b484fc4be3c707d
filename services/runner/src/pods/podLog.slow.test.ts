// @module-tag native

import { once } from 'node:events';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { findTool } from '@rotamer/tools/catalogue.ts';
import { expect, it, onTestFinished } from 'vitest';
import { fakeLease, startFakeJobs } from '../testing/fakeJobs.ts';
import { startFakeKubernetes } from '../testing/fakeKubernetes.ts';
import { runPod, startStore, testPodConfig } from '../testing/pods.ts';
import { attemptName } from './attemptJob.ts';
import { openKubernetesJobs } from './kubernetesJobs.ts';
import { startPodAttempt } from './podAttempt.ts';

const tool = 'mafft';
const { contract } = findTool(tool)!;
const content = Array.from(
  { length: 40 },
  (_, i) => `>p${i}\n${'MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ'.slice(i % 7).repeat(8)}\n`,
).join('');
const sequences = { id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA', content };

it('sends the log, command lines and versions of the programs of a pod to jobs', { timeout: 120_000 }, async () => {
  const jobs = await startFakeJobs();
  const cluster = await startFakeKubernetes('tools');
  const kubernetes = await openKubernetesJobs(cluster.kube, 'tools', quietLog);
  onTestFinished(async () => {
    await kubernetes.stop();
    await cluster.stop();
    await jobs.stop();
  });
  const { url } = await startStore();
  const lease = fakeLease(tool);
  jobs.lease({ lease, inputs: [sequences], signUpload: ({ key }) => ({ url: `${url}/${key}`, headers: {} }) });
  const deps = {
    leases: jobs.leases,
    kubernetes,
    config: testPodConfig(jobs),
    log: quietLog,
    now: () => performance.now(),
  };
  const attempt = startPodAttempt(lease, contract, deps);

  const name = attemptName(lease);
  const job = await eventually(() => cluster.secrets.has(name) && cluster.jobs.get(name));
  const pod = await runPod(cluster, name, job);
  cluster.setStatus(name, { active: 1, ready: 1 });
  expect(await once(pod, 'exit')).toEqual([0, null]);
  cluster.setStatus(name, { conditions: [{ type: 'Complete', status: 'True' }] });
  expect(await attempt.done).toBe('able');

  const parts = jobs.callsOf('recordRun');
  expect(parts.map(({ text }) => text).join('')).toMatch(/Strategy:\s+L-INS-i[\s\S]*\[mafft ended after/);
  const { commands, programs } = parts.findLast(({ ran }) => ran)!.ran!;
  expect(commands.some(({ argv }) => argv[0]!.endsWith('mafft'))).toBe(true);
  expect(programs).toEqual([{ name: expect.stringContaining('mafft'), version: expect.stringMatching(/^v?7\./) }]);
});
