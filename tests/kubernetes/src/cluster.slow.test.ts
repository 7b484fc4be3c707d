// @module-tag k8s

import { missingFrom } from '@rotamer/chart/observability.ts';
import { services } from '@rotamer/deploy/services.ts';
import { syntheticProteins } from '@rotamer/test-support/syntheticProteins.ts';
import { beta } from '@rotamer/test-support/testData.ts';
import { describedProteins } from '@rotamer/test-support/workflows.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiFrom, eventually } from './api.ts';
import {
  admin,
  deploy,
  helm,
  inNamespace,
  inPod,
  kubectl,
  listed,
  namespace,
  podsOf,
  release,
  toolNamespace,
} from './cluster.ts';
import { complaintsSince, followLogs } from './podLogs.ts';
import { prepareNamespaces, removeNamespaces, runScript } from './prepare.ts';
import { reachedFrom, targets } from './probe.ts';
import { publishRelease } from './publishRelease.ts';
import { makeTlsSecrets } from './tls.ts';

const MINUTE = 60_000;
const aspirin = {
  id: 'a',
  slotId: 'molecules',
  kind: 'smiles',
  format: 'SMILES',
  source: { type: 'text' },
  content: 'CC(=O)Oc1ccccc1C(=O)O a',
};
const many = {
  ...aspirin,
  content: Array.from({ length: 40 }, (_, i) => `CCOC(=O)CCN${'C'.repeat(1 + (i % 20))} m${i}`).join('\n'),
};

const sequenceOf = (fasta: string) => fasta.split('\n').slice(1).join('');

let key: string;
let api: ReturnType<typeof apiFrom>;

type Sums = Record<'requests' | 'failed' | 'streams' | 'lostStreams', number> & { at: string };

/** Returns the sums of the load so far. Waits for the first line, which comes after a second. */
function sums(): Promise<Sums> {
  return eventually(async () => {
    const lines = (await inNamespace('logs', 'load', '--tail=200')).trim().split('\n');
    const last = lines.filter((line) => line.includes('"requests"')).at(-1);
    return last !== undefined && (JSON.parse(last) as Sums);
  }, MINUTE);
}

/** Returns the failures since a moment of the load's log, followed by all complaints of pods since then. */
async function failuresSince({ at }: { at: string }): Promise<string[]> {
  const lines = (await inNamespace('logs', 'load')).split('\n').filter((line) => /"failed":"|lostStream"/.test(line));
  const failed = lines.filter((line) => JSON.parse(line).at > at);
  if (failed.length > 0) console.log(complaintsSince(at).join('\n'));
  return failed;
}

/** Publishes a workflow, as an operator of the cluster does. */
async function publish(workspace: string): Promise<{ workflow_id: string }> {
  const call = ['node', 'deploy/stack/src/admin.ts', 'workflow', 'publish', '--workspace', workspace];
  const file = JSON.stringify({ name: 'Load', definition: describedProteins });
  const exec = ['-n', namespace, 'exec', '-i', 'deploy/operator', '--', ...call, '--file', '/dev/stdin', '--json'];
  return JSON.parse(await kubectl(exec, file));
}

let logs: { stop: () => void } | undefined;

beforeAll(async () => {
  await prepareNamespaces();
  logs = followLogs();
  await deploy();
  key = Buffer.from(
    await inNamespace('get', 'secret', 'rotamer-first-key', '-o', 'jsonpath={.data.key}'),
    'base64',
  ).toString();
  const workspace = Buffer.from(
    await inNamespace('get', 'secret', 'rotamer-first-key', '-o', 'jsonpath={.data.workspace}'),
    'base64',
  ).toString();
  await admin(
    'workspace',
    'set-limits',
    '--workspace',
    workspace,
    '--requests-per-minute',
    '100000',
    '--jobs-per-day',
    '100000',
    '--concurrent-jobs',
    '1000',
  );
  await admin('credits', 'grant', '--workspace', workspace, '--credits', '100000');
  const { workflow_id: workflow } = await publish(workspace);
  await runScript('load', 'test', {
    BASE_URL: 'http://gateway-http',
    API_KEY: key,
    WORKFLOW: workflow,
    WORKERS: process.env.ROTAMER_K8S_WORKERS ?? '6',
  });
  api = apiFrom('load', key);
}, 10 * MINUTE);

afterAll(async () => {
  logs?.stop();
  await removeNamespaces();
}, 3 * MINUTE);

describe('Rotamer on Kubernetes', { timeout: 8 * MINUTE }, () => {
  it("passes the chart's own test", async () => {
    expect(await helm('test', release, '--timeout', '3m')).toContain('Succeeded');
  });

  it('is accepted by a strict API server', async () => {
    const manifest = await helm('get', 'manifest', release);
    await kubectl(['apply', '--dry-run=server', '--validate=strict', '-f', '-'], manifest);
  });

  it('lets every pod reach exactly the neighbours in its row of services', async () => {
    const all = await targets();
    const pages = services.filter(({ behindGateway }) => behindGateway).map(({ name }) => `${name}-http`);
    for (const { name, calls, database, bus, blobs, mails, gateway } of services) {
      const [pod] = await podsOf(name);
      const servers = { postgres: database || bus, s3: blobs, mail: mails, 'gateway-http': gateway };
      const wanted = [...calls, ...Object.entries(servers).flatMap(([server, used]) => (used ? [server] : []))];
      if (name === 'gateway') wanted.push(...pages);
      // A pod always reaches itself, because that traffic does not leave the pod.
      const own = [name, `${name}-http`];
      const reached = (await reachedFrom(pod!.metadata.name, all)).filter((one) => !own.includes(one));
      expect(reached.sort(), name).toEqual(wanted.sort());
    }
    await runScript('probe', 'attempt', {}, toolNamespace);
    expect((await reachedFrom('probe', all, toolNamespace)).sort()).toEqual(['jobs', 's3']);
    await kubectl(['-n', toolNamespace, 'delete', 'pod/probe', 'configmap/probe']);
    const [dispatcher] = await podsOf('tool-pods');
    expect(await reachedFrom(dispatcher!.metadata.name, all)).toEqual(['jobs']);
  });

  it('runs a metered job in a separate pod, and leaves no Job, pod or Secret behind', async () => {
    const { id } = await api.submit('conformer-generation', aspirin);
    const made = await eventually(async () => (await listed('jobs', toolNamespace))[0], MINUTE);
    expect(made.metadata.name).toContain(id.slice('job_'.length));
    expect(await api.ended(id, 3 * MINUTE)).toMatchObject({ status: 'COMPLETED' });
    await eventually(async () => {
      const left = await Promise.all(
        ['jobs', 'pods', 'secrets', 'persistentvolumeclaims'].map((kind) => listed(kind, toolNamespace)),
      );
      return left.every(({ length }) => length === 0);
    }, 2 * MINUTE);
  });

  it('finishes a metered job whose pod is deleted in the middle', async () => {
    const { id } = await api.submit('conformer-generation', many, { conformers: 2 });
    await eventually(async () => (await api.job(id)).status === 'PROCESSING', 2 * MINUTE);
    const [pod] = await eventually(async () => {
      const pods = await podsOf('attempt', toolNamespace);
      return pods.length > 0 && pods;
    }, MINUTE);
    await kubectl(['-n', toolNamespace, 'delete', 'pod', pod!.metadata.name]);
    expect(await api.ended(id, 5 * MINUTE)).toMatchObject({ status: 'COMPLETED' });
  });

  it('finishes paid jobs while one of their runners is deleted', async () => {
    const before = await sums();
    const [runner] = await podsOf('runner');
    await inNamespace('delete', 'pod', runner!.metadata.name);
    await eventually(async () => (await sums()).streams > before.streams + 5, 2 * MINUTE);
    expect((await sums()).lostStreams).toBe(before.lostStreams);
  });

  it('fails no request and loses no stream while every service is upgraded', async () => {
    const before = await sums();
    await deploy(`serviceDefaults.annotations.round=r${Date.now()}`);
    const after = await sums();
    console.log(JSON.stringify({ rollingUpgrade: { before, after } }));
    expect(await failuresSince(before)).toEqual([]);
    expect(after.lostStreams).toBe(before.lostStreams);
    expect(after.requests - before.requests).toBeGreaterThan(50);
  });

  it('scales gateway and jobs to two replicas, and both receive calls', async () => {
    const before = await sums();
    await deploy('services.gateway.replicas=2', 'services.jobs.replicas=2');
    for (const name of ['gateway', 'jobs']) expect(await podsOf(name), name).toHaveLength(2);
    // Every replica of jobs must have served calls, including the new one.
    for (const pod of await podsOf('jobs')) {
      await eventually(async () => {
        const code = "fetch('http://127.0.0.1:9464/metrics').then(async(r)=>console.log(await r.text()))";
        return /rpc_server_duration_seconds_count\{[^}]*Submit[^}]*\} [1-9]/i.test(
          await inNamespace('exec', pod.metadata.name, '--', 'node', '-e', code),
        );
      }, 3 * MINUTE);
    }
    expect(await failuresSince(before)).toEqual([]);
  });

  it('exports the metrics that alerts and dashboards query', async () => {
    const scrape = "fetch('http://127.0.0.1:9464/metrics').then(async(r)=>console.log(await r.text()))";
    // New pods count their first jobs a moment later.
    await eventually(async () => {
      const scrapes: string[] = [];
      for (const name of [...services.map((one) => one.name), 'tool-pods']) {
        const [pod] = await podsOf(name);
        scrapes.push(await inPod(pod!.metadata.name, scrape));
      }
      expect(missingFrom(scrapes.join('\n'))).toEqual([]);
      return true;
    }, 2 * MINUTE);
  });

  it('scales automatically with the measured load', async () => {
    await deploy(
      'services.gateway.autoscaling.enabled=true',
      'services.gateway.autoscaling.min=1',
      'services.gateway.autoscaling.max=2',
      'services.gateway.autoscaling.cpuPercent=30',
    );
    await eventually(async () => (await listed('hpa'))[0]?.status.currentReplicas === 2, 4 * MINUTE);
  });

  it('searches a release that the runner has fetched from S3 into its cache', async () => {
    await publishRelease('globins', [
      ...syntheticProteins(300_000, [{ name: 'hbb', sequence: sequenceOf(beta), identities: [0.9, 0.7] }]),
    ]);
    await deploy('datasets.cache.sizeGiB=1');
    const queries = { id: 'q', slotId: 'queries', kind: 'protein', format: 'FASTA', source: { type: 'text' } };
    const job = await api.submit('blast-search', { ...queries, content: beta }, { database: 'globins', evalue: 1e-5 });
    expect(await api.ended(job.id, 3 * MINUTE)).toMatchObject({ status: 'COMPLETED' });
    const hits = (await api.result(job.id)).results.filter((row) => row.output_port_id === 'hits');
    expect(hits.map(({ value }) => value.sseqid)).toEqual(['hbb_hom90', 'hbb_hom70']);
    const [runner] = await podsOf('runner');
    const cached = "console.log(require('node:fs').readdirSync('/var/lib/rotamer/datasets/globins').join())";
    expect((await inPod(runner!.metadata.name, cached)).trim()).toBe('1');
  });

  it('runs jobs over mutual TLS, in runners and in separate pods', async () => {
    await makeTlsSecrets();
    // During this upgrade some pods use TLS and some do not, so it is not tested under load.
    await deploy('tls.mode=secrets');
    expect(await helm('test', release, '--timeout', '3m')).toContain('Succeeded');
    const { id } = await api.submit('conformer-generation', aspirin);
    expect(await api.ended(id, 3 * MINUTE)).toMatchObject({ status: 'COMPLETED' });
    const log = await inNamespace('logs', 'deploy/jobs');
    expect(log).toMatch(/"tls":true.*serving gRPC/);
  });

  it('leaves nothing behind when it is uninstalled', async () => {
    await inNamespace('delete', 'pod', 'load', '--grace-period=1');
    await helm('uninstall', release, '--wait', '--timeout', '3m');
    const selector = `app.kubernetes.io/instance=${release}`;
    const kinds =
      'all,configmaps,secrets,serviceaccounts,roles,rolebindings,networkpolicies,pdb,persistentvolumeclaims';
    await eventually(async () => {
      const left = [...(await listed(kinds, namespace, selector)), ...(await listed(kinds, toolNamespace, selector))];
      return left.length === 0;
    }, 2 * MINUTE);
    const own = (await listed('secrets')).map(({ metadata }) => metadata.name);
    expect(own.filter((name) => !name.endsWith('-grpc-tls'))).toEqual(['rotamer-connections']);
  });
});
