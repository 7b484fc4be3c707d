import type { TSchema } from 'typebox';
import type { Kind, OutputPort } from '../contract.ts';
import { contentTypes } from './vocabulary.ts';

/** Rows that match `schema`. */
export function itemsPort<Schema extends TSchema>(id: string, label: string, schema: Schema, required = true) {
  return {
    id,
    label,
    type: 'items',
    kind: 'table',
    format: 'JSON',
    contentType: contentTypes.JSON,
    required,
    schema,
  } satisfies OutputPort;
}

/** Files of one format. Pictures have no kind: no tool takes them. */
export function filePort(
  id: string,
  label: string,
  { kind, format, required = true }: { kind?: Kind; format: keyof typeof contentTypes; required?: boolean },
) {
  return {
    id,
    label,
    type: 'file',
    ...(kind && { kind }),
    format,
    contentType: contentTypes[format],
    required,
  } satisfies OutputPort;
}
