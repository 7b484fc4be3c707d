import type { RecordOf } from '../definition/schema.ts';

/** Returns the record in a row. Returns undefined if the row lacks the field or the field is not a text. */
export function recordOfRow(record: RecordOf, row: unknown, label: string): string | undefined {
  const value = (row ?? {}) as Record<string, unknown>;
  const content = Object.hasOwn(value, record.content) ? value[record.content] : undefined;
  if (typeof content !== 'string' || content.trim() === '') return undefined;
  const named = record.name !== undefined && Object.hasOwn(value, record.name) ? value[record.name] : label;
  const name = onOneLine(String(named ?? label));
  return record.kind === 'smiles' ? `${onOneLine(content)} ${name}\n` : `>${name}\n${onOneLine(content)}\n`;
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
