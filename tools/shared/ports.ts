import type { TObject } from 'typebox';
import type { Kind, OutputPort } from '../contract.ts';
import { contentTypes } from './vocabulary.ts';

/** A port of structured rows. */
export function itemsPort(id: string, label: string, schema: TObject, { required = true } = {}): OutputPort {
  return { id, label, type: 'items', kind: 'table', format: 'JSON', contentType: contentTypes.JSON, required, schema };
}

/** A port of files in one of the formats of the vocabulary. */
export function filePort(
  id: string,
  label: string,
  kind: Kind,
  format: keyof typeof contentTypes,
  { required = true } = {},
): OutputPort {
  return { id, label, type: 'file', kind, format, contentType: contentTypes[format], required };
}

/** The name of the file about the n-th item: `receptor-0001.pdb`. */
export const numbered = (name: string, number: number, extension: string): string =>
  `${name}-${String(number).padStart(4, '0')}.${extension}`;
