import type { Tool } from '@rotamer/client';

/** What a form needs to know of the JSON Schema of one setting. */
export interface SettingSchema {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: SettingSchema[];
  items?: SettingSchema;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  maxLength?: number;
}

/** How a setting is asked for. `json`: as text, for shapes that no other field fits. */
export type Field =
  | { as: 'choice'; values: unknown[] }
  | { as: 'choices'; values: unknown[] }
  | { as: 'yesNo' }
  | { as: 'number'; whole: boolean; min?: number; max?: number }
  | { as: 'text'; maxLength?: number }
  | { as: 'json' };

export interface Setting {
  name: string;
  schema: SettingSchema;
  field: Field;
  /** Whether the setting may be absent, because it has no default. */
  optional: boolean;
}

/** Returns the settings of a tool in the order of its contract, and how each is asked for. */
export function settingsOf(tool: Pick<Tool, 'settings'>): Setting[] {
  const { properties = {} } = (tool.settings ?? {}) as { properties?: Record<string, SettingSchema> };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    field: fieldOf(schema),
    optional: schema.default === undefined || schema.default === null,
  }));
}

function fieldOf(schema: SettingSchema): Field {
  const { anyOf, type, enum: values, items, minimum: min, maximum: max, maxLength } = schema;
  if (values) return { as: 'choice', values };
  const branches = anyOf?.filter((branch) => branch.type !== 'null');
  if (branches?.length === 1) return fieldOf(branches[0]!);
  if (branches?.every((branch) => branch.const !== undefined))
    return { as: 'choice', values: branches.map((branch) => branch.const) };
  if (type === 'boolean') return { as: 'yesNo' };
  if (type === 'number' || type === 'integer') return { as: 'number', whole: type === 'integer', min, max };
  if (type === 'string') return { as: 'text', maxLength };
  if (type === 'array' && items?.enum) return { as: 'choices', values: items.enum };
  return { as: 'json' };
}

/** Returns the texts of a form for the value of a setting. */
export function textsOf(field: Field, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (field.as === 'choices') return (value as unknown[]).map(String);
  return [field.as === 'json' ? JSON.stringify(value) : String(value)];
}

/**
 * Returns the value that the texts of a form mean; undefined when the field was left empty.
 *
 * @throws Error with a sentence for the reader when the text does not fit the field
 */
export function readSetting(field: Field, texts: readonly string[]): unknown {
  const text = texts.at(-1)?.trim() ?? '';
  if (field.as === 'choices')
    return texts.length === 0 ? undefined : field.values.filter((one) => texts.includes(String(one)));
  if (text === '') return undefined;
  if (field.as === 'choice') return field.values.find((one) => String(one) === text) ?? text;
  if (field.as === 'yesNo') return text === 'true';
  if (field.as === 'number') return numberOf(text);
  return field.as === 'json' ? jsonOf(text) : text;
}

function numberOf(text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number)) throw new Error(`'${text.slice(0, 40)}' is not a number, such as 1000 or 2.5.`);
  return number;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('This is not valid JSON.');
  }
}
