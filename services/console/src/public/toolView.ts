import type { Tool } from '@rotamer/client';
import { type SettingSchema, settingsOf } from '../tools/settingFields.ts';
import { credits } from '../words/numbers.ts';

/** A setting as the page of a tool lists it. */
export interface ListedSetting {
  name: string;
  description: string;
  /** The type and bounds of its values, in words. */
  values: string;
  /** As JSON; empty without a default. */
  byDefault: string;
}

/** Returns the settings of a tool in the order of its contract. */
export function listedSettings(tool: Pick<Tool, 'settings'>): ListedSetting[] {
  return settingsOf(tool).map(({ name, schema }) => ({
    name,
    description: schema.description ?? '',
    values: valuesOf(schema),
    byDefault: schema.default === undefined ? '' : JSON.stringify(schema.default),
  }));
}

function valuesOf({ type, enum: values, anyOf, minimum, maximum }: SettingSchema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(', ');
  if (anyOf) return anyOf.map(valuesOf).join(' or ');
  const bounds = [minimum !== undefined && `from ${minimum}`, maximum !== undefined && `to ${maximum}`];
  return [type ?? 'any', ...bounds.filter(Boolean)].join(' ');
}

/** Describes what a job costs. */
export function priceOf({ is_free, base_credits: base = 0, ...model }: Tool['credit_model']): string {
  if (is_free) return 'free';
  if (model.mode === 'metered_runtime') return `${credits(model.rate_credits_per_minute ?? 0)} per minute`;
  if (!model.credits_per_unit) return credits(base);
  const perUnit = `${credits(model.credits_per_unit)} per ${model.unit}`;
  return base > 0 ? `${credits(base)} and ${perUnit}` : perUnit;
}

/** Describes how many there may be. */
export function range({ min = 0, max = min }: { min?: number; max?: number }): string {
  return min === max ? `${min}` : `${min}–${max.toLocaleString('en')}`;
}

/** The papers and programs to cite, with links. */
export function citedOf({ citation: { also = [], ...paper } }: Pick<Tool, 'citation'>) {
  const cited: { text: string; doi?: string; url?: string; when?: string }[] = [paper, ...also];
  return cited.map(({ text, doi, url, when }) => ({ text, when, url: doi ? `https://doi.org/${doi}` : url }));
}

/** Returns a shell command that submits a job. Its body is a quoted here-document, which the shell does not interpret. */
export function curlOf(apiUrl: string, request: object): string {
  return `curl ${apiUrl}/jobs \\
  -H "Authorization: Bearer $ROTAMER_API_KEY" -H 'Content-Type: application/json' \\
  -d @- <<'JSON'
${JSON.stringify(request, null, 2)}
JSON`;
}
