import { isKnownType, manifestProblems } from '@rotamer/runner/testing/manifestProblems.ts';
import type { Manifest } from './renderChart.ts';

/** Packages with the schemas of extensions, by their API group. */
const extensions: Record<string, string> = {
  'cert-manager.io': '@kubernetes-models/cert-manager',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

type Model = new (manifest: object) => { validate(): void };

/**
 * Returns what an API server with strict validation would refuse: values that violate the OpenAPI schema of their kind and, for
 * Kubernetes' own kinds, unknown fields.
 */
export async function schemaProblems(manifest: Manifest): Promise<string[]> {
  const unknown = isKnownType(manifest) ? manifestProblems(manifest) : [];
  return [...unknown, ...(await violations(manifest))].map(
    (problem) => `${manifest.kind} ${manifest.metadata.name}: ${problem}`,
  );
}

async function violations(manifest: Manifest): Promise<string[]> {
  const group = manifest.apiVersion.split('/')[0]!;
  const path = `${extensions[group] ?? 'kubernetes-models'}/${manifest.apiVersion}/${manifest.kind}`;
  const { [manifest.kind]: model } = (await import(path)) as Record<string, Model>;
  try {
    new model!(manifest).validate();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
