import type { V1Container, V1EnvVar, V1Job, V1PodSpec, V1Secret, V1SecurityContext } from '@kubernetes/client-node';
import type { Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { FETCH_MS } from '../attempt/retryPolicies.ts';
import type { PodConfig } from './podConfig.ts';
import { LEASE_FILE, type PodLease, TLS_FOLDER } from './podLease.ts';

/** The label by which runners watch the Jobs of all attempts. */
export const ATTEMPT_LABEL = 'rotamer.io/attempt';

/** Time for the retries of fetching inputs, and for the minute after the tool's time limit in which jobs accepts a report. */
const HARNESS_SECONDS = FETCH_MS / 1000 + 60;

/** What the harness needs in addition to the tool: its Node process, and the files that it reads and stores. */
const HARNESS = { memoryMiB: 256, seconds: HARNESS_SECONDS, diskMiB: 1024 };

/** Where pods see the reference data. */
const DATASETS_FOLDER = '/var/lib/rotamer/datasets';

/** Returns the name of an attempt's Job and of its Secret. Creating either again under this name finds the first. */
export function attemptName({ jobId, attempt }: Pick<Lease, 'jobId' | 'attempt'>): string {
  return `attempt-${jobId.replace(/^job_/, '')}-${attempt}`;
}

/** Returns the Job that carries out one attempt in a pod. Kubernetes never repeats it, because jobs decides about the next attempt. */
export function attemptJob(lease: Lease, contract: ToolContract, config: PodConfig): V1Job {
  const labels = { ...JSON.parse(config.podLabels), [ATTEMPT_LABEL]: 'true', 'rotamer.io/tool': contract.id };
  const queue = config.podQueue && { 'kueue.x-k8s.io/queue-name': config.podQueue };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: attemptName(lease), namespace: config.podNamespace, labels: { ...labels, ...queue } },
    spec: {
      // Kueue starts the Job when there is room.
      ...(queue && { suspend: true }),
      backoffLimit: 0,
      podReplacementPolicy: 'Failed',
      activeDeadlineSeconds: config.podStartSeconds + contract.limits.wallSeconds + HARNESS.seconds,
      ttlSecondsAfterFinished: config.podTtlSeconds,
      template: { metadata: { labels }, spec: podSpec(attemptName(lease), contract, config) },
    },
  };
}

/**
 * Returns the Secret with the data of the attempt, which only the pod can read. It is deleted with its Job, whose `uid` it names as its
 * owner.
 */
export function attemptSecret(lease: Lease, contract: ToolContract, job: { uid: string }, config: PodConfig): V1Secret {
  const name = attemptName(lease);
  const content: PodLease = {
    lease,
    serviceToken: config.attemptToken,
    ...(contract.command && { contract }),
  };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace: config.podNamespace,
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid: job.uid }],
    },
    immutable: true,
    stringData: { [LEASE_FILE]: JSON.stringify(content) },
  };
}

function podSpec(secretName: string, contract: ToolContract, config: PodConfig): V1PodSpec {
  const { podSeccompProfile: localhostProfile, podTlsSecret, podDatasetsClaim: claimName } = config;
  const disk = `${2 * contract.limits.outputMiB + HARNESS.diskMiB}Mi`;
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    // A runner drains for 15 s and releases its leases within 6 s.
    terminationGracePeriodSeconds: 30,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [container(contract, config)],
    volumes: [
      { name: 'lease', secret: { secretName, defaultMode: 0o440 } },
      { name: 'tmp', emptyDir: { sizeLimit: disk } },
      ...(podTlsSecret ? [{ name: 'tls', secret: { secretName: podTlsSecret, defaultMode: 0o440 } }] : []),
      ...(claimName ? [{ name: 'datasets', persistentVolumeClaim: { claimName, readOnly: true } }] : []),
    ],
  };

  function container(
    { limits, image }: ToolContract,
    { podImage, podImagePullPolicy, podCpuShare }: PodConfig,
  ): V1Container {
    const cpu = `${Math.ceil(1000 * limits.cpuCores * podCpuShare)}m`;
    const memory = `${limits.memoryMiB + HARNESS.memoryMiB}Mi`;
    return {
      name: 'attempt',
      image: image ?? podImage,
      imagePullPolicy: podImagePullPolicy,
      command: ['node', 'bundles/services/runner/src/pods/podMain.js'],
      env: environment(config),
      resources: { requests: { cpu, memory, 'ephemeral-storage': disk }, limits: { memory } },
      securityContext: restricted(localhostProfile),
      volumeMounts: [
        { name: 'lease', mountPath: '/etc/rotamer/attempt', readOnly: true },
        { name: 'tmp', mountPath: '/tmp' },
        ...(podTlsSecret ? [{ name: 'tls', mountPath: TLS_FOLDER, readOnly: true }] : []),
        ...(claimName ? [{ name: 'datasets', mountPath: DATASETS_FOLDER, readOnly: true }] : []),
      ],
    };
  }
}

function restricted(localhostProfile: string | undefined): V1SecurityContext {
  return {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
    ...(localhostProfile && { seccompProfile: { type: 'Localhost', localhostProfile } }),
  };
}

function environment({ podJobsAddress, podSandbox, podTlsSecret, podDatasetsClaim }: PodConfig): V1EnvVar[] {
  const tls = podTlsSecret && {
    ROTAMER_GRPC_TLS_CA: `${TLS_FOLDER}/ca.crt`,
    ROTAMER_GRPC_TLS_CERT: `${TLS_FOLDER}/tls.crt`,
    ROTAMER_GRPC_TLS_KEY: `${TLS_FOLDER}/tls.key`,
  };
  const data = podDatasetsClaim && { ROTAMER_DATASETS: DATASETS_FOLDER };
  const variables = { ROTAMER_JOBS_ADDRESS: podJobsAddress, ROTAMER_SANDBOX: podSandbox, ...tls, ...data };
  return Object.entries(variables).map(([name, value]) => ({ name, value }));
}
