import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import type { Lifetime } from '@rotamer/kit/service/run.ts';
import type { Lease, LeasesClient } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import type { Attempt } from '../attempt/runAttempt.ts';
import { startPodAttempt } from './podAttempt.ts';
import { podConfigSchema } from './podConfig.ts';

/** Carries out attempts in pods, with one Kubernetes Job for each. Only this module loads the Kubernetes library. */
export async function openPods(
  { log, onStop }: Lifetime,
  leases: LeasesClient<CallScope>,
): Promise<(lease: Lease, contract: ToolContract) => Attempt> {
  const config = loadConfig(podConfigSchema, process.env);
  const { KubeConfig } = await import('@kubernetes/client-node');
  const { openKubernetesJobs } = await import('./kubernetesJobs.ts');
  const kube = new KubeConfig();
  // In a cluster this reads the service account; elsewhere KUBECONFIG.
  kube.loadFromDefault();
  const kubernetes = await openKubernetesJobs(kube, config.podNamespace, log);
  onStop('watch of Jobs', kubernetes.stop);
  const deps = { leases, kubernetes, config, log, now: () => performance.now() };
  return (lease, contract) => startPodAttempt(lease, contract, deps);
}
