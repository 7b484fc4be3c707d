// @module-tag chart

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOf, imagePrograms } from '@rotamer/bundle/programs.ts';
import { operator, serviceNamed, services } from '@rotamer/deploy/services.ts';
import { blobAccess } from '@rotamer/kit/blobs/blobAccess.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { alerts, dashboards } from './observability.ts';
import { type Manifest, renderChart, renderNotes } from './renderChart.ts';

const root = join(import.meta.dirname, '../../..');

/** Settings that turn on every optional part, for production. */
const everything = [
  'httpRoute={"enabled":true,"parentRefs":[{"name":"g"}],"hostnames":["a.example"]}',
  'bootstrap.enabled=true',
  'provision.enabled=true',
];

type Labels = Record<string, string>;

let manifests: Manifest[];
const all = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const named = (kind: string, name: string) => all(kind).find(({ metadata }) => metadata.name === name)!;
const component = (one: Manifest) => one.metadata.labels!['app.kubernetes.io/component'];
const podTemplates = () => [...all('Deployment'), ...all('Job')].map(({ spec }) => spec.template);
const podsSelected = (labels: Labels) =>
  all('Deployment').filter(({ spec }) =>
    Object.entries(labels).every(([name, value]) => spec.template.metadata.labels[name] === value),
  );

beforeAll(() => {
  manifests = renderChart(['values-production.yaml'], everything);
});

describe('a pod of the chart', () => {
  it('shares no host network, processes, ports or folders with its node', () => {
    for (const { metadata, spec } of podTemplates()) {
      const name = metadata.labels['app.kubernetes.io/component'];
      for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) expect(spec, name).not.toHaveProperty(field);
      for (const { ports = [] } of spec.containers)
        for (const port of ports) expect(port).not.toHaveProperty('hostPort');
      for (const { name: _, ...kind } of spec.volumes) {
        expect(['emptyDir', 'secret', 'configMap'], name).toContain(Object.keys(kind)[0]);
      }
    }
  });

  it('starts a program that its image has', () => {
    const containers = [...podTemplates(), ...all('Pod')].flatMap(({ spec }) => spec.containers);
    for (const { image, command } of containers.filter((one) => one.command?.[0] === 'node')) {
      const [, service] = /rotamer\/(\w+):/.exec(image)!;
      const [, program] = command;
      if (service === operator) expect(existsSync(join(root, program)), program).toBe(true);
      else expect(imagePrograms(serviceNamed(service!)).map((one) => `bundles/${bundleOf(one)}`)).toContain(program);
    }
  });

  it('has readiness and liveness probes that differ', () => {
    for (const { spec, metadata } of all('Deployment').filter((one) => one.metadata.name !== operator)) {
      const [{ readinessProbe, startupProbe, ports }] = spec.template.spec.containers;
      expect(readinessProbe.httpGet, metadata.name).toEqual({ path: '/readyz', port: 'health' });
      expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(60);
      expect(ports.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['health', 'metrics']));
    }
  });
});

describe('a selector of pods', () => {
  it('selects the pods of one Deployment: Services, budgets and scalers', () => {
    for (const { kind, metadata, spec } of [...all('Service'), ...all('PodDisruptionBudget')]) {
      const found = podsSelected(spec.selector.matchLabels ?? spec.selector).map((one) => one.metadata.name);
      expect(found, `${kind} ${metadata.name}`).toEqual([metadata.name.replace(/-http$/, '')]);
    }
    for (const { spec } of all('HorizontalPodAutoscaler')) {
      const { kind, name } = spec.scaleTargetRef;
      const target = named(kind, name);
      expect(target.spec, name).not.toHaveProperty('replicas');
      expect(spec.minReplicas, name).toBeGreaterThanOrEqual(2);
      expect(target.spec.template.spec.containers[0].resources.requests.cpu, name).toBeTruthy();
    }
  });

  it('scales the gateway by CPU, and runners also by the age of the queue', () => {
    const metricsOf = (name: string) =>
      named('HorizontalPodAutoscaler', name).spec.metrics.map(
        ({ resource, external }: { resource?: { name: string }; external?: { metric: { name: string } } }) =>
          resource?.name ?? external?.metric.name,
      );
    expect(metricsOf('gateway')).toContain('cpu');
    expect(metricsOf('runner')).toContain('rotamer_job_queue_age_seconds');
  });

  it('spreads the pods of a service over nodes and zones', () => {
    for (const { metadata, spec } of all('Deployment').filter((one) => one.metadata.name !== operator)) {
      const spread = spec.template.spec.topologySpreadConstraints;
      const keys = spread.map(({ topologyKey }: { topologyKey: string }) => topologyKey);
      expect(keys, metadata.name).toEqual(['kubernetes.io/hostname', 'topology.kubernetes.io/zone']);
      for (const { labelSelector } of spread) {
        expect(podsSelected(labelSelector.matchLabels).map((one) => one.metadata.name)).toEqual([metadata.name]);
      }
    }
  });
});

describe('the credentials of the blob store', () => {
  const keysOf = (manifests: Manifest[]) =>
    manifests.flatMap(({ kind, metadata, spec }) => {
      const { containers = [] } = spec?.template?.spec ?? {};
      const env = kind === 'Deployment' ? containers.flatMap((one: { env?: unknown[] }) => one.env ?? []) : [];
      const key = env.find(({ name }: { name: string }) => name === 'ROTAMER_S3_SECRET_ACCESS_KEY');
      return key ? [[metadata.name, key.valueFrom.secretKeyRef.key]] : [];
    });

  it('are separate for each service with a policy, and no other service has any', () => {
    const own = Object.keys(blobAccess).map((name) => [name, `${name}-s3-secret-access-key`]);
    expect(keysOf(renderChart([])).sort()).toEqual(own.sort());
  });

  it('are shared by all services when the values say so', () => {
    const shared = Object.keys(blobAccess).map((name) => [name, 's3-secret-access-key']);
    expect(keysOf(renderChart([], ['s3.credentials="shared"'])).sort()).toEqual(shared.sort());
  });
});

describe('tool pods', () => {
  it.each(['', 'rotamer'])('are refused in the namespace of the release, given as "%s"', (namespace) => {
    const toolPods = `toolPods=${JSON.stringify({ enabled: true, namespace })}`;
    expect(() => renderChart([], [toolPods])).toThrow('toolPods.namespace: name a separate namespace');
  });

  it('give no account rights on Secrets in the namespace of the release', () => {
    const here = all('Role').filter(({ metadata }) => metadata.namespace !== 'rotamer-tools');
    const names = here
      .filter(({ rules }) => JSON.stringify(rules).includes('jobs'))
      .map(({ metadata }) => metadata.name);
    expect(names).toEqual([]);
  });

  it('can reach jobs, the blob store and DNS, and cannot be reached', () => {
    const { metadata, spec } = named('NetworkPolicy', 'rotamer-attempt');
    expect(metadata.namespace).toBe('rotamer-tools');
    expect([spec.policyTypes, spec.ingress]).toEqual([['Ingress', 'Egress'], null]);
    const ports = spec.egress.flatMap((rule: { ports: { port: number }[] }) => rule.ports.map(({ port }) => port));
    expect([...new Set(ports)].sort()).toEqual([443, 53, 9000]);
    const onGrpc = spec.egress.filter(({ ports: [first] }: { ports: { port: number }[] }) => first!.port === 9000);
    const to = onGrpc.flatMap((rule: { to: { podSelector: { matchLabels: Labels } }[] }) =>
      rule.to.map(({ podSelector }) => podSelector.matchLabels['app.kubernetes.io/component']),
    );
    expect(to).toEqual(['jobs']);
  });

  it('are created by one account, which may create Jobs there but read no Secret', () => {
    const bindings = all('RoleBinding').filter(({ roleRef }) => roleRef.name === 'tool-pods');
    expect(bindings.map(({ metadata, subjects }) => [metadata.namespace, subjects[0].name])).toEqual([
      ['rotamer-tools', 'tool-pods'],
    ]);
    const { rules } = named('Role', 'tool-pods');
    const rights = rules.flatMap(({ resources, verbs }: { resources: string[]; verbs: string[] }) =>
      verbs.map((verb) => `${verb} ${resources.join()}`),
    );
    expect(rights.sort()).toEqual([
      'create jobs',
      'create secrets',
      'delete jobs',
      'get jobs',
      'list jobs',
      'watch jobs',
    ]);
  });
});

describe('gRPC', () => {
  const certified = [...services.map(({ name }) => name), operator, 'attempt'];

  it('has a certificate from cert-manager for each client and server, mounted in its pods', () => {
    expect(
      all('Certificate')
        .map(({ spec }) => spec.secretName)
        .sort(),
    ).toEqual(certified.map((name) => `${name}-grpc-tls`).sort());
    for (const { spec } of all('Certificate')) {
      expect(spec.usages).toEqual(expect.arrayContaining(['server auth', 'client auth']));
    }
    expectMounted(manifests);
  });

  it('accepts certificates from existing Secrets', () => {
    const mounted = renderChart(['values-production.yaml'], ['tls.mode="secrets"']);
    expect(mounted.filter(({ kind }) => kind === 'Certificate')).toEqual([]);
    expectMounted(mounted);
  });

  function expectMounted(rendered: Manifest[]): void {
    for (const { metadata, spec } of rendered.filter(({ kind }) => kind === 'Deployment')) {
      const { containers, volumes } = spec.template.spec;
      const tls = volumes.find(({ name }: { name: string }) => name === 'tls');
      const whose = metadata.name === 'tool-pods' ? 'runner' : metadata.name;
      expect(tls.secret.secretName, metadata.name).toBe(`${whose}-grpc-tls`);
      const names = containers[0].env.map(({ name }: { name: string }) => name);
      for (const part of ['CA', 'CERT', 'KEY']) expect(names, metadata.name).toContain(`ROTAMER_GRPC_TLS_${part}`);
    }
  }
});

describe('the edge', () => {
  it('keeps event streams open through an HTTPRoute and an Ingress', () => {
    const [rule] = named('HTTPRoute', 'rotamer').spec.rules;
    expect(rule.timeouts).toEqual({ request: '0s', backendRequest: '0s' });
    expect(rule.backendRefs).toEqual([{ name: 'gateway-http', port: 80 }]);
    const { annotations } = named('Ingress', 'rotamer').metadata;
    expect(annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
    });
  });

  it('consists of the gateway, and of compat and the console, which only the gateway reaches', () => {
    const reached = all('Service').filter(({ spec }) => spec.clusterIP !== 'None');
    expect(reached.map(({ metadata }) => metadata.name)).toEqual(['compat-http', 'console-http', 'gateway-http']);
    const [{ from }] = named('NetworkPolicy', 'rotamer-console').spec.ingress;
    expect(JSON.stringify(from)).toMatch(
      /^\[\{"podSelector":\{"matchLabels":\{[^}]*"app.kubernetes.io\/component":"gateway"[^}]*\}\}\}\]$/,
    );
    for (const { spec } of reached) expect(spec.type ?? 'ClusterIP').toBe('ClusterIP');
  });
});

describe('the first key', () => {
  it('is written after the install by a Job that may change only its Secret', () => {
    const job = named('Job', 'bootstrap');
    expect(job.metadata.annotations!['helm.sh/hook']).toBe('post-install,post-upgrade');
    expect(job.spec.template.spec.serviceAccountName).toBe('bootstrap');
    expect(named('Role', 'bootstrap').rules).toEqual([
      { apiGroups: [''], resources: ['secrets'], resourceNames: ['rotamer-first-key'], verbs: ['get', 'patch'] },
    ]);
    expect(named('Secret', 'rotamer-first-key')).not.toHaveProperty('data');
  });

  it('is used by the release test to submit a job', () => {
    const test = all('Pod').find(({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'test')!;
    const key = test.spec.containers[0].env.find(({ name }: { name: string }) => name === 'API_KEY');
    expect(key.valueFrom.secretKeyRef).toEqual({ name: 'rotamer-first-key', key: 'key' });
  });

  it('is explained in the notes, with a first request', () => {
    const notes = renderNotes(['values-production.yaml'], everything);
    expect(notes).toContain('get secret rotamer-first-key');
    expect(notes).toContain('curl https://rotamer.example.org/api/v1/account');
    expect(renderNotes(['values-production.yaml'])).toContain('admin.ts workspace create');
  });
});

describe('monitoring', () => {
  it('scrapes every service by its port and labels', () => {
    const { selector, endpoints, targetLabels } = named('ServiceMonitor', 'rotamer').spec;
    const scraped = all('Service').filter(
      ({ metadata, spec }) =>
        Object.entries(selector.matchLabels).every(([name, value]) => metadata.labels![name] === value) &&
        spec.ports.some(({ name }: { name: string }) => name === endpoints[0].port),
    );
    expect(scraped.map(component).sort()).toEqual(services.map(({ name }) => name).sort());
    expect(targetLabels).toEqual(['app.kubernetes.io/component']);
  });

  it('has every alert with a link to its runbook, and every dashboard for Grafana', () => {
    const { groups } = named('PrometheusRule', 'rotamer').spec;
    const rules = groups.flatMap((group: { rules: typeof alerts }) => group.rules);
    expect(rules.map(({ alert }: { alert: string }) => alert)).toEqual(alerts.map(({ alert }) => alert));
    for (const { annotations } of rules) expect(annotations.runbook_url).toMatch(/^https:\/\/.*\.md$/);
    const found = all('ConfigMap').filter(({ metadata }) => metadata.labels!.grafana_dashboard === '1');
    const titles = found.map(({ data }) => JSON.parse(Object.values<string>(data)[0]!).title);
    expect(titles.sort()).toEqual(dashboards.map(({ title }) => title).sort());
  });
});
