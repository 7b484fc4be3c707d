import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { program } from '@rotamer/chart/programs.ts';
import { chart, type Manifest } from '@rotamer/chart/renderChart.ts';

const run = promisify(execFile);

/** Namespaces of the tests, which create and delete them. */
export const namespace = 'rotamer-test';
export const toolNamespace = 'rotamer-test-tools';
export const release = 'rotamer';

/** Tag of the images that the cluster has or can pull (README). */
export const imageTag = process.env.ROTAMER_K8S_TAG ?? 'test';

const values = [`${chart}/values-dev.yaml`, new URL('../values.yaml', import.meta.url).pathname];

/** Runs kubectl on the cluster of KUBECONFIG. Returns its output. */
export async function kubectl(args: string[], input?: string): Promise<string> {
  const child = run(program('kubectl'), args, { maxBuffer: 2 ** 26 });
  child.child.stdin?.end(input ?? '');
  const { stdout } = await child.catch((error) =>
    Promise.reject(new Error(`kubectl ${args.join(' ')}: ${error.stderr}`)),
  );
  return stdout;
}

/** Runs kubectl in the release's namespace. */
export const inNamespace = (...args: string[]) => kubectl(['-n', namespace, ...args]);

export async function helm(...args: string[]): Promise<string> {
  const { stdout } = await run(program('helm'), [...args, '-n', namespace], { maxBuffer: 2 ** 26 });
  return stdout;
}

/** Installs or upgrades the chart, and waits until everything runs. */
export async function deploy(...set: string[]): Promise<string> {
  const settings = set.flatMap((value) => ['--set', value]);
  const files = values.flatMap((file) => ['-f', file]);
  const own = `toolPods.namespace=${toolNamespace},image.tag=${imageTag}`;
  return helm('upgrade', release, chart, '--install', '--wait', '--timeout', '5m', ...files, '--set', own, ...settings);
}

export async function listed(kind: string, where = namespace, selector = ''): Promise<Manifest[]> {
  return JSON.parse(await kubectl(['-n', where, 'get', kind, '-l', selector, '-o', 'json'])).items;
}

/** Returns the running pods of a component, newest first. */
export async function podsOf(component: string, where = namespace): Promise<Manifest[]> {
  const pods = await listed('pods', where, `app.kubernetes.io/component=${component}`);
  return pods.filter(
    ({ metadata, status }) =>
      status.phase === 'Running' && !(metadata as { deletionTimestamp?: string }).deletionTimestamp,
  );
}

/** Runs JavaScript in a pod that has Node. */
export const inPod = (pod: string, code: string, where = namespace) =>
  kubectl(['-n', where, 'exec', pod, '--', 'node', '-e', code]);

/** Runs an admin command, as an operator of the cluster does. */
export async function admin(...args: string[]): Promise<Record<string, unknown>> {
  return JSON.parse(
    await inNamespace('exec', 'deploy/operator', '--', 'node', 'deploy/stack/src/admin.ts', ...args, '--json'),
  );
}
