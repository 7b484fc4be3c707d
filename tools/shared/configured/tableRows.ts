import type { RowsForm } from '../../command.ts';
import { ToolError } from '../../contract.ts';
import { linesOf } from '../text.ts';

type Schema = { properties: Record<string, { type?: string | string[] }> };

/**
 * Reads the rows of a file that a program wrote, as values of a schema. Columns that the schema does not have are left
 * out.
 */
export function tableRows(text: string, form: RowsForm, schema: Schema): Record<string, unknown>[] {
  const { format, comment } = form;
  if (format === 'JSON' || format === 'JSONL') return jsonRows(text, form, schema);
  const lines = [...linesOf(text)].filter((line) => line.trim() !== '' && !(comment && line.startsWith(comment)));
  const header = form.columns ?? cellsOf(lines.shift() ?? '', format);
  return lines.map((line) => {
    const cells = cellsOf(line, format);
    return propertiesOf(schema, form, (column) => {
      const at = header.indexOf(column);
      return at < 0 ? undefined : cells[at];
    });
  });
}

function jsonRows(text: string, form: RowsForm, schema: Schema): Record<string, unknown>[] {
  const parsed =
    form.format === 'JSON'
      ? [parse(text, form)].flat()
      : [...linesOf(text)].filter((line) => line.trim() !== '').map((line) => parse(line, form));
  return parsed.map((row) => {
    if (typeof row !== 'object' || row === null) throw new ToolError(`${form.file}: a row is not a JSON object`);
    return propertiesOf(schema, form, (column) => (row as Record<string, unknown>)[column]);
  });
}

function parse(text: string, { file }: RowsForm): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ToolError(`the program wrote ${file}, which is not valid JSON`);
  }
}

function propertiesOf(schema: Schema, { from }: RowsForm, cell: (column: string) => unknown): Record<string, unknown> {
  const found = Object.entries(schema.properties).map(([name, { type }]) => [
    name,
    typed(cell(from[name] ?? name), type),
  ]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/**
 * Converts a cell to the type that the schema wants. Other texts stay as they are, and the schema then refuses them.
 */
function typed(cell: unknown, type: string | string[] = 'string'): unknown {
  if (typeof cell !== 'string') return cell;
  const types = [type].flat();
  const text = cell.trim();
  if (types.includes('null') && ['', '-', 'NA', 'nan', 'NaN'].includes(text)) return null;
  if (types.includes('number') || types.includes('integer'))
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : cell;
  if (types.includes('boolean')) return { true: true, false: false }[text.toLowerCase()] ?? cell;
  return text;
}

function cellsOf(line: string, format: RowsForm['format']): string[] {
  if (format === 'TSV') return line.split('\t');
  return format === 'CSV' ? csvCells(line) : line.trim().split(/\s+/);
}

/** Cells of one line of CSV: quotes may hold commas, and two quotes stand for one. */
function csvCells(line: string): string[] {
  const cells: string[] = [];
  let [cell, quoted] = ['', false];
  for (let i = 0; i < line.length; i++) {
    const letter = line[i]!;
    if (letter === '"' && quoted && line[i + 1] === '"') {
      cell += '"';
      i++;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === ',' && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}
