import type { Curation } from '@rotamer/client';
import type { Cell } from '@rotamer/pages/viewers/table/cells.ts';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { type CandidateRow, candidateTable, type ReviewColumn } from './candidateTable.ts';
import { listed, type ReviewForm } from './reviewForm.ts';

interface ReviewTableProps {
  curation: Curation;
  table: ReturnType<typeof reviewTable>;
  form: ReviewForm;
  /** Whether the reader can tick candidates. */
  isOpen: boolean;
}

/** Returns the candidates in the order in which they are listed, as a table. */
export function reviewTable(curation: Curation, form: ReviewForm, path: string) {
  const order = listed(curation, form);
  const candidates = order.map(({ candidate }) => candidate);
  return { order, ...candidateTable(candidates, path, curation.columns as ReviewColumn[] | undefined) };
}

/** The candidates: the field of the rank first, then drawings and contents, then the other metrics. */
export function ReviewTable({ curation, table, form, isOpen }: ReviewTableProps) {
  const { order, columns, rows } = table;
  const ranked = columns.filter(({ sorted }) => sorted !== undefined).length;
  const hasContent = rows.some(({ smiles, sequence }) => smiles || sequence);
  const heads = columns.map((column) => <Head key={column.name} column={column} sort={form.sort} isOpen={isOpen} />);
  return (
    <ScrollBox label="Candidates, table">
      <table data-review-table>
        <thead>
          <tr>
            <th scope="col">Candidate</th>
            {heads.slice(0, ranked)}
            {hasContent && <th scope="col">Content</th>}
            {heads.slice(ranked)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => {
            const { candidate, isShown } = order[i]!;
            const cells = row.cells.map((cell, j) => (
              <MetricCell key={j} cell={cell} column={columns[j]!} value={candidate.metrics[columns[j]!.name]} />
            ));
            return (
              <tr key={row.id} data-candidate={row.id} hidden={!isShown}>
                <th scope="row">
                  <Name row={row} form={form} decision={curation.decision} isOpen={isOpen} />
                </th>
                {cells.slice(0, ranked)}
                {hasContent && <Content row={row} />}
                {cells.slice(ranked)}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface HeadProps {
  column: { name: string; label: string; isNumber: boolean };
  sort: ReviewForm['sort'];
  isOpen: boolean;
}

/** The heading of a column is a button that sorts. */
function Head({ column: { name, label, isNumber }, sort, isOpen }: HeadProps) {
  const direction = sort?.field === name ? sort.direction : undefined;
  const sorted = direction && (direction === 'asc' ? 'ascending' : 'descending');
  return (
    <th scope="col" class={isNumber ? 'number' : undefined} aria-sort={sorted}>
      {isOpen ? (
        <button type="submit" name="do" value={`sort.${name}`} class="sort" formNoValidate>
          {label}
        </button>
      ) : (
        label
      )}
    </th>
  );
}

interface NameProps extends Pick<ReviewTableProps, 'form' | 'isOpen'> {
  row: CandidateRow;
  decision: Curation['decision'];
}

function Name({ row, form, decision, isOpen }: NameProps) {
  const site = useSite();
  const from = row.jobId && (
    <a class="from" href={pathTo(site, `jobs/${row.jobId}`)}>
      job
    </a>
  );
  if (isOpen)
    return (
      <>
        <label>
          <input type="checkbox" name="approved" value={row.id} checked={form.approved.includes(row.id)} /> {row.label}
        </label>{' '}
        {from}
      </>
    );
  const isApproved = decision?.approved_candidate_ids.includes(row.id);
  return (
    <>
      {decision && <span class="verdict">{isApproved ? '✓ approved' : '✗ rejected'}</span>} {row.label} {from}
    </>
  );
}

function Content({ row: { smiles, sequence } }: { row: CandidateRow }) {
  if (smiles) return <td data-smiles={smiles.smiles}>{smiles.text}</td>;
  return (
    <td>
      {sequence && (
        <>
          <code class="sequence">{sequence.text}</code> <small>{`${sequence.length} residues`}</small>
        </>
      )}
    </td>
  );
}

/** A metric, with its value for the script that sorts and selects. */
function MetricCell({ cell, column, value }: { cell: Cell; column: { label: string }; value: unknown }) {
  const raw = typeof value === 'object' ? undefined : JSON.stringify(value);
  return (
    <td
      class={cell.isNumber ? 'number' : undefined}
      data-smiles={cell.smiles}
      data-value={raw}
      data-label={column.label}
    >
      {cell.text}
    </td>
  );
}
