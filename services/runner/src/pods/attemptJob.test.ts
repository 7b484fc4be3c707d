import { fileURLToPath } from 'node:url';
import { findTool } from '@rotamer/tools/catalogue.ts';
import { readToolFolders } from '@rotamer/tools/shared/configured/readToolFolders.ts';
import { describe, expect, it } from 'vitest';
import { FETCH_MS } from '../attempt/retryPolicies.ts';
import { fakeLease } from '../testing/fakeJobs.ts';
import { manifestProblems } from '../testing/manifestProblems.ts';
import { attemptJob, attemptName, attemptSecret } from './attemptJob.ts';
import type { PodConfig } from './podConfig.ts';

const { contract } = findTool('conformer-generation')!;
const lease = fakeLease(contract.id, { attempt: 2 });
const config: PodConfig = {
  podNamespace: 'tools',
  podImage: 'localhost/rotamer/runner:1',
  podImagePullPolicy: 'IfNotPresent',
  podJobsAddress: 'jobs.rotamer.svc:9000',
  attemptToken: 'a token of all attempts',
  podTtlSeconds: 600,
  podStartSeconds: 300,
  podSandbox: 'bwrap',
  podCpuShare: 1,
  podLabels: '{"app":"rotamer"}',
};

describe('the Job of an attempt', () => {
  const job = attemptJob(lease, contract, config);
  const pod = job.spec!.template.spec!;

  it('has only fields that Kubernetes knows, and so has its Secret', () => {
    const full = { ...config, podQueue: 'tools', podSeccompProfile: 'p.json', podTlsSecret: 'attempt-grpc-tls' };
    expect(manifestProblems(attemptJob(lease, contract, full))).toEqual([]);
    expect(manifestProblems(attemptSecret(lease, contract, { uid: 'u' }, config))).toEqual([]);
  });

  it('is named after its attempt, so that a second creation finds the first Job', () => {
    expect(job.metadata!.name).toBe(attemptName(lease));
    expect(attemptName(lease)).not.toBe(attemptName({ ...lease, attempt: 3 }));
    expect(attemptName(lease)).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
  });

  it("requests the resources of the tool's contract", () => {
    expect(pod.containers[0]!.resources).toEqual({
      requests: { cpu: '2000m', memory: '1280Mi', 'ephemeral-storage': `${2 * contract.limits.outputMiB + 1024}Mi` },
      limits: { memory: '1280Mi' },
    });
  });

  it('gets enough time from Kubernetes to start, fetch inputs, run and report', () => {
    const { limits } = contract;
    const longest = config.podStartSeconds + FETCH_MS / 1000 + limits.wallSeconds + 60;
    expect(job.spec!.activeDeadlineSeconds).toBeGreaterThanOrEqual(longest);
  });

  it('is restricted, runs once, and is deleted by itself', () => {
    expect(job.spec).toMatchObject({
      backoffLimit: 0,
      ttlSecondsAfterFinished: 600,
      template: { spec: { restartPolicy: 'Never' } },
    });
    expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
    expect(pod.containers[0]!.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('contains no secrets: they are in a Secret that is deleted with it', () => {
    expect(JSON.stringify(job)).not.toContain(lease.leaseToken);
    expect(JSON.stringify(job)).not.toContain(config.attemptToken);
    const secret = attemptSecret(lease, contract, { uid: 'uid of the Job' }, config);
    expect(secret.metadata!.ownerReferences).toMatchObject([{ kind: 'Job', uid: 'uid of the Job' }]);
    expect(JSON.parse(secret.stringData!['lease.json']!).lease).toEqual(lease);
  });

  it('runs the image of a tool by configuration, with the contract and the lease in its Secret', () => {
    const folder = fileURLToPath(new URL('../../../../tools/examples/cad-score', import.meta.url));
    const [plain] = readToolFolders(folder, []);
    const configured = { ...plain!, executor: 'kubernetes' as const, image: 'registry.example.org/cad-score:1.0.0' };
    const own = attemptJob(lease, configured, config);
    expect(own.spec!.template.spec!.containers[0]!.image).toBe(configured.image);
    const secret = attemptSecret(lease, configured, { uid: 'u' }, config);
    expect(JSON.parse(secret.stringData!['lease.json']!).contract).toEqual(configured);
  });

  it('waits in the configured queue', () => {
    const queued = attemptJob(lease, contract, { ...config, podQueue: 'gpu' });
    expect(queued.spec!.suspend).toBe(true);
    expect(queued.metadata!.labels).toMatchObject({ 'kueue.x-k8s.io/queue-name': 'gpu' });
  });
});
