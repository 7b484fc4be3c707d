/** The fields of a row of a result, by name. */
export type Row = Record<string, unknown>;

/** A column, as the page gives it to the viewer. */
export interface TableColumn {
  name: string;
  label: string;
  digits?: number;
  wide_range?: true;
}

/** Returns the fields of an item's value. A value other than an object becomes a row of one column. */
export function fieldsOf(value: unknown): Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : { value };
}

export const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;
