import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiException,
  BatchV1Api,
  CoreV1Api,
  type KubeConfig,
  makeInformer,
  type V1Job,
  type V1Secret,
} from '@kubernetes/client-node';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { ATTEMPT_LABEL } from './attemptJob.ts';
import { phaseOf } from './jobPhase.ts';
import { createJobPhases, type JobPhases } from './jobPhases.ts';

/** The operations on Kubernetes Jobs that attempts need, in one namespace. */
export interface KubernetesJobs extends Pick<JobPhases, 'phase' | 'until'> {
  /** Creates the Job, or finds the one of that name. */
  create(job: V1Job): Promise<{ uid: string }>;
  /** Creates the Secret, unless it exists. */
  createSecret(secret: V1Secret): Promise<void>;
  /** Deletes the Job with its pod and its Secret. A missing Job is not an error. */
  delete(name: string): Promise<void>;
  stop(): Promise<void>;
}

const LOST_WATCH_MS = 1_000;

/** Watches the Jobs of all attempts in a namespace, with one connection. */
export async function openKubernetesJobs(kube: KubeConfig, namespace: string, log: Logger): Promise<KubernetesJobs> {
  const batch = kube.makeApiClient(BatchV1Api);
  const core = kube.makeApiClient(CoreV1Api);
  const labelSelector = `${ATTEMPT_LABEL}=true`;
  const path = `/apis/batch/v1/namespaces/${namespace}/jobs`;
  const informer = makeInformer(kube, path, () => batch.listNamespacedJob({ namespace, labelSelector }), labelSelector);
  const phases = createJobPhases();
  const stopping = new AbortController();

  informer.on('add', (job) => phases.note(job.metadata!.name!, phaseOf(job)));
  informer.on('update', (job) => phases.note(job.metadata!.name!, phaseOf(job)));
  informer.on('delete', (job) => phases.note(job.metadata!.name!, { at: 'gone' }));
  informer.on('error', async (error) => {
    if (stopping.signal.aborted) return;
    log.warn({ err: error }, 'lost the watch of Jobs');
    await sleep(LOST_WATCH_MS, undefined, { signal: stopping.signal }).then(informer.start.bind(informer), () => {});
  });
  await informer.start();

  return {
    async create(job) {
      const name = job.metadata!.name!;
      const made = await batch.createNamespacedJob({ namespace, body: job }).catch((error) => {
        if (isStatus(error, 409)) return batch.readNamespacedJob({ name, namespace });
        throw error;
      });
      return { uid: made.metadata!.uid! };
    },
    async createSecret(secret) {
      await core.createNamespacedSecret({ namespace, body: secret }).catch((error) => {
        if (!isStatus(error, 409)) throw error;
      });
    },
    async delete(name) {
      await batch.deleteNamespacedJob({ name, namespace, propagationPolicy: 'Background' }).catch((error) => {
        if (!isStatus(error, 404)) throw error;
      });
    },
    phase: phases.phase,
    until: phases.until,
    async stop() {
      stopping.abort();
      await informer.stop();
    },
  };
}

/** Returns whether the API server gave a response that a repeat would not change. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiException && error.code >= 400 && error.code < 500 && error.code !== 429;
}

const isStatus = (error: unknown, code: number) => error instanceof ApiException && error.code === code;
