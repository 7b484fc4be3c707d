import { join } from 'node:path';
import { grpcTlsConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { envName } from '@rotamer/kit/process/config.ts';
import type { TObject } from 'typebox';
import { services } from '../services.ts';

/** What a config schema says of a setting. `shownDefault` is written in place of a default that differs between machines or services. */
interface Property {
  description?: string;
  default?: unknown;
  shownDefault?: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
}

interface Setting extends Property {
  required: boolean;
  /** The services that read the setting. */
  readers: string[];
}

/** Returns the rows of docs/settings.md: every setting of every service, by name, with what the config schemas say. */
export async function settingsTable(): Promise<string[]> {
  const found = new Map<string, Setting>();
  for (const { name } of services) {
    const { configSchema, podConfigSchema } = await configOf(name);
    for (const schema of [configSchema, podConfigSchema, grpcTlsConfig]) addSettings(found, name, schema);
  }
  const rows = [...found].sort(([a], [b]) => a.localeCompare(b)).map(([name, setting]) => rowOf(name, setting));
  return ['| setting | read by | default | meaning |', '|---|---|---|---|', ...rows];
}

async function configOf(service: string): Promise<{ configSchema: TObject; podConfigSchema?: TObject }> {
  const source = join(import.meta.dirname, '../../services', service, 'src');
  const { configSchema } = await import(join(source, 'config.ts'));
  if (service !== 'runner') return { configSchema };
  const { podConfigSchema } = await import(join(source, 'pods/podConfig.ts'));
  return { configSchema, podConfigSchema };
}

function addSettings(found: Map<string, Setting>, service: string, schema: TObject | undefined): void {
  if (!schema) return;
  const required: readonly string[] = schema.required ?? [];
  for (const [key, property] of Object.entries<Property>(schema.properties)) {
    const name = envName(key);
    const readers = [...(found.get(name)?.readers ?? []), service];
    found.set(name, { ...property, ...found.get(name), readers, required: required.includes(key) });
  }
}

function rowOf(name: string, setting: Setting): string {
  const cells = [
    `\`${name}\``,
    readersOf(setting),
    defaultOf(setting),
    `${setting.description ?? ''}${rangeOf(setting)}`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/<(?=[a-z])/g, '\\<')).join(' | ')} |`;
}

/** Returns the names of the readers, or of the few services that do not read the setting. */
function readersOf({ readers }: Setting): string {
  const others = services.map(({ name }) => name).filter((name) => !readers.includes(name));
  if (others.length === 0) return 'all';
  return others.length <= 3 && readers.length > others.length ? `all but ${others.join(', ')}` : readers.join(', ');
}

function defaultOf({ shownDefault, default: value, required }: Setting): string {
  if (shownDefault !== undefined) return shownDefault;
  if (value === undefined) return required ? 'required' : '–';
  return value === '' ? '–' : `\`${value}\``;
}

function rangeOf({ minimum, maximum, enum: words }: Setting): string {
  if (words) return ` (${words.map((word) => `\`${word}\``).join(', ')})`;
  if (maximum !== undefined) return minimum === undefined ? ` (at most ${maximum})` : ` (${minimum} to ${maximum})`;
  return minimum === undefined || minimum <= 1 ? '' : ` (${minimum} or more)`;
}
