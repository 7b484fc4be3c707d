import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageTag, kubectl, namespace, toolNamespace } from './cluster.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * Creates namespaces that admit only restricted pods, the neighbours for development, and the Secret of connections.
 */
export async function prepareNamespaces(): Promise<void> {
  // Requires an explicit cluster: these tests create and delete namespaces, which must not happen in kubectl's default
  // one.
  if (!process.env.KUBECONFIG) throw new Error('Name the cluster: KUBECONFIG=… npm run test:k8s');
  for (const name of [namespace, toolNamespace]) {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
  }
  await kubectl(['apply', '-f', join(root, 'deploy/kind/neighbours.yaml')]);
  await kubectl(['-n', namespace, 'apply', '-f', join(root, 'deploy/kind/connections.yaml')]);
  await kubectl(['-n', 'rotamer-neighbours', 'rollout', 'restart', 'deployment']);
  await kubectl(['-n', 'rotamer-neighbours', 'rollout', 'status', 'deployment', '--timeout=120s']);
}

export async function removeNamespaces(): Promise<void> {
  if (!process.env.KUBECONFIG) return;
  await kubectl([
    'delete',
    'namespace',
    namespace,
    toolNamespace,
    'rotamer-neighbours',
    '--ignore-not-found',
    '--wait',
  ]);
}

export const apply = (manifest: object) => kubectl(['apply', '-f', '-'], JSON.stringify(manifest));

/**
 * Starts a pod that runs a script of this folder with these variables. The pod has a component's name, so the
 * component's network policy applies.
 */
export async function runScript(
  name: string,
  component: string,
  env: Record<string, string>,
  where = namespace,
): Promise<void> {
  const script = readFileSync(new URL('../load.mjs', import.meta.url), 'utf8');
  await apply({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: where },
    data: { 'load.mjs': script },
  });
  const command = component === 'test' ? ['node', '/script/load.mjs'] : ['sleep', 'infinity'];
  await apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: where,
      labels: {
        'app.kubernetes.io/name': 'rotamer',
        'app.kubernetes.io/instance': 'rotamer',
        'app.kubernetes.io/component': component,
      },
    },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 1,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'script',
          image: `localhost/rotamer/operator:${imageTag}`,
          command,
          env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          volumeMounts: [{ name: 'script', mountPath: '/script' }],
        },
      ],
      volumes: [{ name: 'script', configMap: { name } }],
    },
  });
  await kubectl(['-n', where, 'wait', `pod/${name}`, '--for=condition=Ready', '--timeout=60s']);
}
