import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';

/** The fields of an upload besides its file. */
export interface UploadFields {
  description?: string;
  tags: string[];
  collectionIds: string[];
  projectId?: string;
}

const MAX_DESCRIPTION = 2_000;
const MAX_ITEMS = 50;
const MAX_ITEM = 100;
const KNOWN = ['description', 'tags', 'collection_ids', 'project_id'] as const;

/**
 * Reads the text parts of an upload; an empty part counts as absent.
 *
 * @throws validation_error naming every part that is unknown, duplicated, too long or invalid.
 */
export function readUploadFields(parts: { name: string; value: string }[]): UploadFields {
  const problems: Problem[] = [];
  const values = new Map<string, string>();
  for (const { name, value } of parts) {
    const message = refusal(name, value, values.has(name));
    if (message) problems.push({ path: name, message });
    values.set(name, value);
  }
  const list = (name: (typeof KNOWN)[number]) => {
    const items = readList(values.get(name) ?? '');
    if (typeof items === 'string') problems.push({ path: name, message: items });
    return typeof items === 'string' ? [] : items;
  };
  const fields = {
    description: values.get('description') || undefined,
    tags: list('tags'),
    collectionIds: list('collection_ids'),
    projectId: values.get('project_id') || undefined,
  };
  if (problems.length > 0) throw validationFault(problems);
  return fields;
}

function refusal(name: string, value: string, isSecond: boolean): string | undefined {
  if (name === 'file') return 'must be a file; send this part with a filename';
  if (!KNOWN.some((known) => known === name)) return 'is not a known field';
  if (isSecond) return 'is sent more than once';
  if (value.includes('\0') || !value.isWellFormed()) return 'contains a NUL character or an unpaired surrogate';
  if (name === 'description' && value.length > MAX_DESCRIPTION) return `is longer than ${MAX_DESCRIPTION} characters`;
  return undefined;
}

/** Reads `a, b` or `["a", "b"]` without duplicates. Returns the items, or an error message. */
function readList(text: string): string[] | string {
  const given = text.trim().startsWith('[') ? parseArray(text) : text.split(',');
  if (!given) return 'is not a JSON array of strings';
  const items = [...new Set(given.map((item) => item.trim()).filter((item) => item !== ''))];
  if (items.length > MAX_ITEMS) return `has more than ${MAX_ITEMS} items`;
  if (items.some((item) => item.length > MAX_ITEM)) return `has an item longer than ${MAX_ITEM} characters`;
  if (items.some((item) => item.includes('\0') || !item.isWellFormed()))
    return 'has an item with a NUL character or an unpaired surrogate';
  return items;
}

function parseArray(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}
