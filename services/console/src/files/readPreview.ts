import type { File } from '@rotamer/client';
import { viewerFormatOf } from '@rotamer/pages/viewers/scene/viewerFormat.ts';
import type { Api } from '../api/openApi.ts';

/** What a page shows of a file. */
export type Preview =
  | { as: 'picture' }
  | { as: 'table'; rows: string[][]; isWhole: boolean }
  /** A text; with `structure`, the name of its format for the 3D viewer. */
  | { as: 'text'; text: string; isWhole: boolean; structure?: string }
  | { as: 'nothing' };

/** Bytes that are read, lines of a text, and rows and columns of a table that are shown. */
const READ_BYTES = 64 * 1024;
const LINES = 300;
const ROWS = 50;
const COLUMNS = 30;

/** Images that browsers draw. An SVG is drawn as an image, so nothing in it runs. */
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];

/** Largest picture that is shown, in bytes. */
const MAX_PICTURE = 10 * 1024 * 1024;

/** Returns whether a page draws the file as a picture. */
export function isPicture({ mime_type, size }: Pick<File, 'mime_type' | 'size'>): boolean {
  return pictures.includes(mime_type) && size <= MAX_PICTURE;
}

/** Reads the beginning of a file, as far as a page shows it. */
export async function readPreview(api: Api, file: File, signal: AbortSignal): Promise<Preview> {
  if (isPicture(file)) return { as: 'picture' };
  if (!['text', 'structure'].includes(file.preview_kind ?? '') || file.mime_type.includes('gzip'))
    return { as: 'nothing' };
  const text = await readStart(api, file, signal);
  if (text === undefined) return { as: 'nothing' };
  const isWhole = file.size <= READ_BYTES;
  const separator = { CSV: ',', TSV: '\t' }[file.format];
  if (separator) return tableOf(text, separator, isWhole);
  const lines = text.split('\n', LINES + 1);
  return {
    as: 'text',
    text: lines.slice(0, LINES).join('\n'),
    isWhole: isWhole && lines.length <= LINES,
    structure: viewerFormatOf(file),
  };
}

/** Returns the first characters; undefined when the file cannot be read. The last lines of a longer file may be cut. */
async function readStart(api: Api, file: File, signal: AbortSignal): Promise<string | undefined> {
  if (file.size === 0) return '';
  const path = `/files/${encodeURIComponent(file.id)}/bytes`;
  const response = await api.open(path, { headers: { range: `bytes=0-${READ_BYTES - 1}` }, signal });
  if (!response.ok) return undefined;
  const [, charset = 'utf-8'] = /charset=([\w-]+)/.exec(file.mime_type) ?? [];
  // A range that ends inside a character leaves no replacement character.
  return new TextDecoder(charset).decode(await response.arrayBuffer(), { stream: true }).replaceAll('\r\n', '\n');
}

function tableOf(text: string, separator: string, isWhole: boolean): Preview {
  const rows = readRows(text, separator, ROWS + 1);
  const isCut = rows.length > ROWS || rows.some((row) => row.length > COLUMNS);
  return { as: 'table', rows: rows.slice(0, ROWS).map((row) => row.slice(0, COLUMNS)), isWhole: isWhole && !isCut };
}

/** Returns the first rows of a table. A field in double quotes can have separators, line breaks and doubled quotes (RFC 4180). */
export function readRows(text: string, separator: string, most: number): string[][] {
  const rows: string[][] = [];
  const field = new RegExp(`("(?:[^"]|"")*"|[^${separator}\n]*)(${separator}|\n|$)`, 'y');
  let row: string[] = [];
  while (field.lastIndex < text.length && rows.length < most) {
    const match = field.exec(text);
    // A quote inside of a field: the rest of the text is not read as a table.
    if (!match) break;
    const [, value = '', end] = match;
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
