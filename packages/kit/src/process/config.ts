import type { Static, TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/**
 * Reads a service's configuration from environment variables: `postgresUrl` is `ROTAMER_POSTGRES_URL`.
 *
 * @throws one Error that names everything missing or invalid
 */
export function loadConfig<T extends TObject>(schema: T, env: NodeJS.ProcessEnv): Static<T> {
  const raw: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = env[envName(name)];
    if (value !== undefined && value !== '') raw[name] = fromText(schema.properties[name]!, value);
  }
  const config = Value.Default(schema, raw);
  const problems = new Map<string, string>();
  for (const error of Value.Errors(schema, config)) {
    const missing = (error.params as { requiredProperties?: string[] }).requiredProperties;
    for (const name of missing ?? []) problems.set(name, 'is missing');
    // A union reports one error per branch and then one as a whole. The last error is enough.
    if (!missing) problems.set(error.instancePath.split('/')[1] ?? '', error.message);
  }
  if (problems.size > 0) {
    const lines = [...problems].map(([name, problem]) => `${envName(name)} ${problem}: ${describe(schema, name)}`);
    throw new Error(`Invalid configuration:\n${lines.join('\n')}`);
  }
  return config as Static<T>;
}

/** Converts text that is a number or a boolean. Other text stays text, which the schema then rejects by name. */
function fromText(property: TSchema, text: string): unknown {
  const { type } = property as { type?: string };
  const isNumber = type === 'number' || type === 'integer';
  if (isNumber && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** `postgresUrl` → `ROTAMER_POSTGRES_URL`. */
export function envName(name: string): string {
  return `ROTAMER_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function describe(schema: TObject, name: string): string {
  const property = schema.properties[name] as { description?: string } | undefined;
  return property?.description ?? name;
}
