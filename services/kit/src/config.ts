import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';

/**
 * Reads a service's configuration from environment variables: `postgresUrl` is `ROTAMER_POSTGRES_URL`.
 * Boot fails with one message that names everything missing or wrong.
 */
export function loadConfig<T extends TObject>(schema: T, env: NodeJS.ProcessEnv): Static<T> {
  const raw: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = env[envName(name)];
    if (value !== undefined && value !== '') raw[name] = value;
  }
  const config = Value.Default(schema, Value.Convert(schema, raw));
  const problems = Value.Errors(schema, config).map((error) => {
    const missing = (error.params as { requiredProperties?: string[] }).requiredProperties;
    if (missing) return missing.map((name) => `${envName(name)} is missing: ${describe(schema, name)}`).join('\n');
    const name = error.instancePath.split('/')[1] ?? '';
    return `${envName(name)} ${error.message}: ${describe(schema, name)}`;
  });
  if (problems.length > 0) throw new Error(`Configuration:\n${problems.join('\n')}`);
  return config as Static<T>;
}

/** `postgresUrl` → `ROTAMER_POSTGRES_URL`. */
export function envName(name: string): string {
  return `ROTAMER_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function describe(schema: TObject, name: string): string {
  const property = schema.properties[name] as { description?: string } | undefined;
  return property?.description ?? name;
}
