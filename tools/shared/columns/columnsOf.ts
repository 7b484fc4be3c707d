import type { ColumnHeading, OutputPort } from '../../contract.ts';
import { digitsOfUnit, names, unitEndings, wideRange, words } from './names.ts';

/** How a column of rows is shown. Values themselves are never changed. */
export interface Column {
  /** The name of the field in each row. */
  name: string;
  /** The heading, without the unit. */
  title: string;
  /** The JSON type of its values, other than null; `any` where there are several. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'any';
  description?: string;
  unit?: string;
  /** Decimal places to show of a number that is not whole. */
  digits?: number;
  /** Whether numbers span many orders of magnitude: two significant digits are shown, with an exponent where needed. */
  wide_range?: true;
}

/** The parts of a field's schema that say how its column is shown. */
interface FieldSchema {
  type?: string | string[];
  anyOf?: FieldSchema[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
}

/** Returns the columns of a port of rows, in the order of its contract; none for a port of files. */
export function columnsOf({ type, schema, headings }: Pick<OutputPort, 'type' | 'schema' | 'headings'>): Column[] {
  if (type !== 'items') return [];
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, FieldSchema> };
  return Object.entries(properties).map(([name, field]) => columnOf(name, field, headings?.[name]));
}

/** Returns the column of a field. `heading` overrides what its name and its description give. */
export function columnOf(name: string, schema: FieldSchema = {}, heading: ColumnHeading = {}): Column {
  const type = typeOf(schema);
  const [knownTitle, knownUnit, knownDigits] = Object.hasOwn(names, name) ? names[name]! : [];
  const ending = unitEndings.find(([text]) => name.endsWith(text) && name !== text);
  const unit = heading.unit ?? knownUnit ?? ending?.[1] ?? unitIn(schema.description ?? '');
  const isNumber = type === 'number' || type === 'any';
  const digits = heading.digits ?? knownDigits ?? (unit === undefined ? undefined : digitsOfUnit[unit]);
  const isWide = isNumber && wideRange.has(name);
  return {
    name,
    title: heading.title ?? knownTitle ?? titleOf(ending ? name.slice(0, -ending[0].length) : name),
    type,
    ...(schema.description !== undefined && { description: schema.description }),
    ...(unit !== undefined && { unit }),
    ...(isNumber && !isWide && { digits: digits ?? DIGITS }),
    ...(isWide && { wide_range: true as const }),
  };
}

/** Decimal places of a number about which nothing else is known. */
const DIGITS = 3;

/** Returns the words of a name as a heading: `query_end` and `queryEnd` are `Query end`. */
function titleOf(name: string): string {
  const parts = name
    .replaceAll(/([a-z\d])([A-Z])(?=[a-z])/g, (_, end: string, begin: string) => `${end}_${begin.toLowerCase()}`)
    .split(/[_\s]+/)
    .filter((part) => part !== '')
    .map((part) => (Object.hasOwn(words, part.toLowerCase()) ? words[part.toLowerCase()]! : part));
  const text = parts.join(' ') || name;
  // A word such as pKa keeps its small letter.
  return /^[a-z]+(?![A-Za-z]*[A-Z])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Units as descriptions of fields say them, with the unit in the first group. */
const UNITS: readonly RegExp[] = [
  /^(Å[²³]?|Da|K)(?=[\s,;.]|$)/,
  /\bin (Å[²³]?|°C)(?=[\s,;.]|$)/,
  /, (Da|kcal\/mol|kJ\/mol(?:\/nm)?|1\/\(M cm\))(?=[;.]|$)/,
];

const WORDED_UNITS: readonly (readonly [RegExp, string])[] = [
  [/^Degrees\b/, '°'],
  [/^Ångström\b/, 'Å'],
  [/^Bits\b/, 'bits'],
  [/\bin percent\b|\bas a percentage\b/, '%'],
  [/\bin elementary charges\b/i, 'e'],
];

/** Returns the unit that a description begins or ends with. */
function unitIn(description: string): string | undefined {
  for (const pattern of UNITS) {
    const [, unit] = pattern.exec(description) ?? [];
    if (unit !== undefined) return unit;
  }
  return WORDED_UNITS.find(([pattern]) => pattern.test(description))?.[1];
}

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;

function typeOf(schema: FieldSchema): Column['type'] {
  const found = typesIn(schema).filter((type) => type !== 'null');
  const [only, ...others] = new Set(found);
  return others.length === 0 ? (TYPES.find((type) => type === only) ?? 'any') : 'any';
}

function typesIn({ type, anyOf, enum: values, const: value }: FieldSchema): string[] {
  if (type !== undefined) return [type].flat();
  if (anyOf) return anyOf.flatMap(typesIn);
  if (values) return values.map((one) => (one === null ? 'null' : typeof one));
  return value === undefined ? [] : [typeof value];
}

/** Returns a heading with its unit: `Affinity (kcal/mol)`. */
export function headingOf({ title, unit }: Pick<Column, 'title' | 'unit'>): string {
  return unit === undefined ? title : `${title} (${unit})`;
}

/** Returns a number as its column shows it. At least two significant digits stay, so that no small number becomes zero. */
export function shownNumber(
  value: number,
  { digits, wide_range: isWide }: Pick<Column, 'digits' | 'wide_range'>,
): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  const size = Math.abs(value);
  if (isWide) return size >= 1e-3 && size < 1e4 ? String(Number(value.toPrecision(2))) : value.toExponential(1);
  if (digits === undefined || !Number.isFinite(value) || size >= 1e15) return String(value);
  return size < 10 ** (1 - digits) ? String(Number(value.toPrecision(2))) : value.toFixed(digits);
}
