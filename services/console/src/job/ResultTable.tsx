import type { JobResultFile } from '@rotamer/client';
import { columnsForViewer, type Table } from '@rotamer/pages/sharePage/resultTables.ts';
import type { Cell } from '@rotamer/pages/viewers/table/cells.ts';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { bytes } from '../words/numbers.ts';

interface ResultTableProps {
  table: Table;
  jobId: string;
  files: JobResultFile[];
}

/** The first rows of one output port. A few rows of many columns are shown with a line for each column. A script adds the others. */
export function ResultTable({ table, jobId, files }: ResultTableProps) {
  const site = useSite();
  const id = `table-${table.id}`;
  const whole = files.find(({ key }) => key === table.fileId);
  const rows = pathTo(site, `jobs/${jobId}/rows/${encodeURIComponent(table.id)}`);
  const viewer = table.upright || table.rows.length < 2 ? {} : viewerOf(table, `${rows}.jsonl`);
  return (
    <section aria-labelledby={id} {...viewer}>
      <h2 id={id}>{table.label}</h2>
      <p class="quiet" data-extent>
        {(table.total > table.rows.length || whole) && <span data-first>The first {table.rows.length} rows. </span>}
        <a href={`${rows}.csv`} download={`${table.id}.csv`}>
          All rows as CSV
        </a>
        {whole && (
          <>
            {', '}
            <a href={pathTo(site, `jobs/${jobId}/items/${whole.key}`)} download={whole.name}>
              as {whole.format}
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
              {column.label} {column.description && <small>{column.description}</small>}
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
