import type { SharedFile } from '@rotamer/pages/publicPages.ts';
import type { Cell } from '@rotamer/pages/viewers/table/cells.ts';
import { columnsForViewer, type Table } from '@rotamer/pages/viewers/table/resultTables.ts';
import { Prose } from '../site/Prose.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { bytes } from '../words/numbers.ts';

interface ResultTableProps {
  table: Table;
  /** The address of the job. */
  own: string;
  files: SharedFile[];
  /** Whether there is a download of all rows as CSV. */
  hasCsv?: boolean;
}

/** The first rows of one output port. A few rows of many columns are shown with a line for each column. A script adds the others. */
export function ResultTable({ table, own, files, hasCsv = false }: ResultTableProps) {
  const id = `table-${table.id}`;
  const whole = files.find(({ key }) => key === table.fileId);
  const rows = `${own}/rows/${encodeURIComponent(table.id)}`;
  const viewer = table.upright || table.rows.length < 2 ? {} : viewerOf(table, `${rows}.jsonl`);
  return (
    <section aria-labelledby={id} {...viewer}>
      <h2 id={id}>{table.label}</h2>
      <p class="quiet" data-extent>
        <FirstRows table={table} mayHaveMore={whole !== undefined} />
        {hasCsv && (
          <a href={`${rows}.csv`} download={`${table.id}.csv`}>
            All rows as CSV
          </a>
        )}
        {hasCsv && whole && ', '}
        {whole && (
          <>
            <a href={`${own}/items/${encodeURIComponent(whole.key)}`} download={whole.name}>
              {hasCsv ? `as ${whole.format}` : `All rows as ${whole.format}`}
            </a>{' '}
            ({bytes(whole.size)})
          </>
        )}
      </p>
      <ScrollBox label={`${table.label}, table`}>
        {table.upright ? <UprightTable table={table} /> : <RowTable table={table} />}
      </ScrollBox>
    </section>
  );
}

/** Says that the table goes on, and how many rows it has where that is known. */
function FirstRows({ table: { rows, total }, mayHaveMore }: { table: Table; mayHaveMore: boolean }) {
  if (total > rows.length)
    return (
      <span data-first>
        The first {rows.length} of {total} rows.{' '}
      </span>
    );
  return mayHaveMore ? <span data-first>The first {rows.length} rows. </span> : null;
}

const viewerOf = (table: Table, rows: string) => ({
  'data-viewer': 'table',
  'data-viewer-name': table.id,
  'data-rows': rows,
  'data-columns': columnsForViewer(table),
});

function RowTable({ table }: { table: Table }) {
  return (
    <table>
      <thead>
        <tr>
          {table.columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              class={column.isNumber ? 'number' : undefined}
              title={column.description}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, i) => (
          <tr key={i}>
            {row.map((cell, j) => (
              <DataCell key={j} cell={cell} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function UprightTable({ table }: { table: Table }) {
  return (
    <table class="upright">
      <tbody>
        {table.columns.map((column, i) => (
          <tr key={column.label}>
            <th scope="row">
              {column.label}{' '}
              {column.description && (
                <small>
                  <Prose text={column.description} />
                </small>
              )}
            </th>
            {table.rows.map((row, j) => (
              <DataCell key={j} cell={row[i]!} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value. The script of the page draws molecules. */
function DataCell({ cell }: { cell: Cell }) {
  return (
    <td class={cell.isNumber ? 'number' : undefined} data-smiles={cell.smiles}>
      {cell.text}
    </td>
  );
}
