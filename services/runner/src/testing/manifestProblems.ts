import * as models from '@kubernetes/client-node';

interface Attribute {
  baseName: string;
  type: string;
}
type Model = { getAttributeTypeMap(): Attribute[] };

/**
 * Returns the problems in the fields of a Kubernetes manifest, each with its path: unknown names and values of a wrong type. The API server
 * finds the same under strict validation. The types are those of the client library.
 */
export function manifestProblems(manifest: { apiVersion?: string; kind?: string }): string[] {
  const { apiVersion = '', kind = '' } = manifest;
  const model = modelOf(apiVersion, kind);
  return model ? problemsOf(manifest, model, kind) : [`${apiVersion} ${kind}: no such type`];
}

/** Returns whether the library has this type. It lacks the types of extensions. */
export function isKnownType({ apiVersion = '', kind = '' }: { apiVersion?: string; kind?: string }): boolean {
  return modelOf(apiVersion, kind) !== undefined;
}

/** Returns the class of a type: `batch/v1 Job` → V1Job. */
function modelOf(apiVersion: string, kind: string): string | undefined {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const builtIn = !group?.includes('.') || group.endsWith('.k8s.io');
  const name = `${version?.replace(/^v/, 'V')}${kind}`;
  return builtIn && name in models ? name : undefined;
}

function problemsOf(value: unknown, type: string, path: string): string[] {
  if (value === undefined || value === null) return [];
  const element = /^(?:Array|Set)<(.+)>$/.exec(type)?.[1];
  if (element) {
    if (!Array.isArray(value)) return [`${path}: not a list`];
    return value.flatMap((one, i) => problemsOf(one, element, `${path}[${i}]`));
  }
  const member = /^\{ \[key: string\]: (.+); \}$/.exec(type)?.[1];
  const model = (models as unknown as Record<string, Model>)[type];
  if (!member && !model?.getAttributeTypeMap) return isOf(value, type) ? [] : [`${path}: not of type ${type}`];
  if (typeof value !== 'object' || Array.isArray(value)) return [`${path}: not an object`];
  const types = new Map(model?.getAttributeTypeMap().map((attribute) => [attribute.baseName, attribute.type]));
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = member ?? types.get(name);
    return known ? problemsOf(inner, known, `${path}.${name}`) : [`${path}.${name}: unknown field`];
  });
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'any' || type === 'object') return true;
  if (type === 'IntOrString') return ['number', 'string'].includes(typeof value);
  if (type === 'Date' || type === 'V1MicroTime') return typeof value === 'string';
  return typeof value === type;
}
