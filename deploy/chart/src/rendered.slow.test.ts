// @module-tag chart

import { services } from '@rotamer/deploy/services.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { lintChart, type Manifest, renderChart } from './renderChart.ts';
import { schemaProblems } from './schemaProblems.ts';

/** Settings that turn on every optional part, in addition to a values file. */
const everything = [
  'ingress={"enabled":true,"host":"a.example"}',
  'httpRoute={"enabled":true,"parentRefs":[{"name":"g"}],"hostnames":["a.example"]}',
  'telemetry={"serviceMonitor":{"enabled":true},"prometheusRule":{"enabled":true},"dashboards":{"enabled":true},"otlpEndpoint":"http://c:4318"}',
  'tls.mode="certManager"',
  'toolPods={"enabled":true,"queue":"q","namespace":"tools"}',
  'tools={"cad-score":"id: cad-score\\n"}',
  'provision.enabled=true',
  'datasets={"claim":"data"}',
  'bootstrap.enabled=true',
  'bus.kafka={"brokers":"k:9092","saslMechanism":"plain"}',
];
const variants: [string, string[], string[]][] = [
  ['values.yaml', [], []],
  ['values-dev.yaml', ['values-dev.yaml'], []],
  ['values-production.yaml', ['values-production.yaml'], []],
  ['everything', ['values-production.yaml'], everything],
];

it('gives runners a cache of datasets in place of a claim', () => {
  const runner = (...set: string[]) =>
    renderChart([], set).find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'runner')!.spec
      .template.spec;
  const { containers, volumes } = runner('datasets={"cache":{"sizeGiB":200}}');
  const [{ env, volumeMounts }] = containers;
  expect(env).toContainEqual({ name: 'ROTAMER_DATASETS', value: '/var/lib/rotamer/datasets' });
  expect(env).toContainEqual({ name: 'ROTAMER_DATASETS_CACHE_GIB', value: '200' });
  expect(volumeMounts).toContainEqual({ name: 'datasets', mountPath: '/var/lib/rotamer/datasets' });
  expect(volumes).toContainEqual({ name: 'datasets', emptyDir: {} });
  const onNode = runner('datasets={"cache":{"sizeGiB":1,"volume":{"hostPath":{"path":"/data"}}}}');
  expect(onNode.volumes).toContainEqual({ name: 'datasets', hostPath: { path: '/data' } });
  expect(() => runner('datasets={"claim":"data","cache":{"sizeGiB":1}}')).toThrow(/not both/);
});

describe.each(variants)('the chart with %s', (_, files, set) => {
  let manifests: Manifest[];
  const all = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const named = (kind: string, name: string) => all(kind).find(({ metadata }) => metadata.name === name)!;
  /** The pod templates of Deployments and Jobs. */
  const pods = () => [
    ...all('Pod').map((pod) => [pod.metadata.name, pod.spec]),
    ...[...all('Deployment'), ...all('Job')].map((one) => [one.metadata.name, one.spec.template.spec]),
  ];

  beforeAll(() => {
    manifests = renderChart(files, set);
  });

  it('passes helm lint --strict', () => {
    expect(lintChart(files, set)).toContain('0 chart(s) failed');
  });

  it('has only fields that Kubernetes knows, with valid types', async () => {
    expect((await Promise.all(manifests.map(schemaProblems))).flat()).toEqual([]);
  });

  it('runs every service under its own account, with a budget for disruptions', () => {
    for (const { name } of services) {
      expect(named('Deployment', name).spec.template.spec.serviceAccountName, name).toBe(name);
      expect(named('ServiceAccount', name).automountServiceAccountToken, name).toBe(false);
      expect(named('PodDisruptionBudget', name).spec, name).toHaveProperty('maxUnavailable');
      expect(named('Service', name).spec.clusterIP, name).toBe('None');
    }
  });

  it('restricts every pod, with equal memory request and limit', () => {
    for (const [name, pod] of pods()) {
      expect(pod.securityContext, name).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const { securityContext, resources } of pod.containers) {
        expect(securityContext, name).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources.limits.memory, name).toBe(resources.requests.memory);
        expect(resources.requests.cpu, name).toBeTruthy();
      }
    }
  });

  it('mounts Kubernetes tokens only in pods that create Jobs or write the first key', () => {
    const trusted = pods().filter(([, pod]) => pod.automountServiceAccountToken);
    for (const [name] of trusted) expect(['tool-pods', 'bootstrap']).toContain(name);
    for (const { rules } of all('Role')) {
      for (const { verbs, resources } of rules) expect([...verbs, ...resources]).not.toContain('*');
    }
    expect([...all('ClusterRole'), ...all('ClusterRoleBinding')]).toEqual([]);
    const make = all('Role').find(({ metadata }) => metadata.name === 'tool-pods');
    const secrets = make?.rules.find(({ resources }: { resources: string[] }) => resources.includes('secrets'));
    if (make) expect(secrets.verbs).toEqual(['create']);
  });

  it('probes every service, and lets it serve requests while it shuts down', () => {
    for (const { metadata, spec } of all('Deployment').filter((one) => one.metadata.name !== 'operator')) {
      const { containers, terminationGracePeriodSeconds, topologySpreadConstraints } = spec.template.spec;
      const [container] = containers;
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        expect(container[probe], metadata.name).toBeTruthy();
      }
      expect(container.livenessProbe.httpGet.path).toBe('/livez');
      const { seconds } = container.lifecycle.preStop.sleep;
      expect(seconds).toBeGreaterThanOrEqual(5);
      // A service drains for 25 s at most (packages/kit/src/service/run.ts).
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + 25);
      expect(topologySpreadConstraints.length).toBeGreaterThan(0);
      expect(spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
    }
  });

  it('uses secrets only by reference', () => {
    const secret =
      /(SERVICE_TOKEN|ATTEMPT_TOKEN|LEASE_SECRET|SHARE_SECRET|PASSWORD|ACCESS_KEY|API_KEY|(POSTGRES|BUS|SMTP)_URL)$/;
    const variables = pods().flatMap(([, pod]) => pod.containers.flatMap(({ env = [] }) => env));
    const secrets = variables.filter(({ name }) => secret.test(name));
    expect(secrets.length).toBeGreaterThan(0);
    for (const { name, valueFrom } of secrets) expect(valueFrom?.secretKeyRef.key, name).toBeTruthy();
  });

  it('denies traffic by default, and lets only its callers reach a service', () => {
    const deny = named('NetworkPolicy', 'rotamer-default-deny').spec;
    expect(deny).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
    expect([deny.ingress, deny.egress]).toEqual([undefined, undefined]);
    const components = (peers: { podSelector?: { matchLabels: Record<string, string> } }[] = []) =>
      peers.map(({ podSelector }) => podSelector?.matchLabels['app.kubernetes.io/component']);
    const onGrpc = (rules: { ports: { port: number }[] }[] | null) =>
      (rules ?? []).filter(({ ports }) => ports[0]!.port === 9000);
    for (const { name, calls, grpc } of services) {
      const { ingress, egress } = named('NetworkPolicy', `rotamer-${name}`).spec;
      const reached = onGrpc(egress).flatMap((rule: object) => components((rule as { to: [] }).to));
      expect(reached, name).toEqual([...calls]);
      const from = onGrpc(ingress).flatMap((rule: object) => components((rule as { from: [] }).from));
      const callers = services.filter((other) => other.calls.includes(name)).map((other) => other.name);
      const others = ['operator', 'bootstrap', 'tool-pods', 'attempt'];
      if (grpc) expect(from.filter((one) => !others.includes(one!)).sort(), name).toEqual(callers.sort());
      else expect(from, name).toEqual([]);
    }
  });

  it('opens no egress to a cloud’s metadata service or to every address', () => {
    for (const { metadata, spec } of all('NetworkPolicy')) {
      for (const { to } of spec.egress ?? []) {
        expect(to?.length, metadata.name).toBeGreaterThan(0);
        for (const { ipBlock } of to) {
          if (ipBlock?.cidr === '0.0.0.0/0') expect(ipBlock.except.join(), metadata.name).toMatch(/169\.254\./);
        }
      }
    }
  });

  it('migrates every database before the pods change', () => {
    for (const { name } of services.filter(({ database }) => database)) {
      const job = named('Job', `migrate-${name}`);
      expect(job.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
      expect(job.spec.template.spec.containers[0].command).toContain(`services/${name}`);
    }
  });
});

describe('the chart', () => {
  it('gives tools by configuration only to jobs and runners', () => {
    const tools = 'tools={"cad-score":"id: cad-score\\n"}';
    const manifests = renderChart([], ['toolPods={"enabled":true,"namespace":"tools"}', tools]);
    const reading = manifests.filter(({ spec }) =>
      spec?.template?.spec?.volumes?.some(({ name }: { name: string }) => name === 'tools'),
    );
    expect(reading.map(({ metadata }) => metadata.name).sort()).toEqual(['jobs', 'runner', 'tool-pods']);
    for (const { spec } of reading) {
      const { containers, volumes } = spec.template.spec;
      expect(containers[0].env).toContainEqual({ name: 'ROTAMER_TOOLS_FOLDERS', value: '/etc/rotamer/tools' });
      expect(volumes.at(-1).configMap.items).toEqual([{ key: 'cad-score.yaml', path: 'cad-score/tool.yaml' }]);
      expect(spec.template.metadata.annotations).toHaveProperty(['rotamer.io/tools']);
    }
    const files = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'tools');
    expect(files!.data).toEqual({ 'cad-score.yaml': 'id: cad-score\n' });
  });

  it('refuses unknown values', () => {
    expect(() => lintChart([], ['servces={}'])).toThrow(/servces/);
    expect(() => lintChart([], ['services.jobs.cals=["billing"]'])).toThrow(/cals/);
    expect(() => lintChart([], ['tls.mode="tsl"'])).toThrow(/tls/);
  });

  it('scales by the metrics of the production values', () => {
    const scaled = renderChart(['values-production.yaml']).filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(scaled.map(({ metadata }) => metadata.name).sort()).toEqual(services.map(({ name }) => name).sort());
  });

  it('streams events unbuffered and accepts the largest uploads', () => {
    const ingress = renderChart(['values-production.yaml']).find(({ kind }) => kind === 'Ingress')!;
    expect(ingress.metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-body-size': '51m',
    });
  });
});
