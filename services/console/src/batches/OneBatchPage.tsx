import { type Batch, type BatchItem, isRunEnded } from '@rotamer/client';
import type { ComponentChildren } from 'preact';
import { FormToken } from '../site/FormToken.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { count, credits, number } from '../words/numbers.ts';
import { BatchState } from './BatchesPage.tsx';

interface OneBatchPageProps {
  batch: Batch;
  items: BatchItem[];
  /** Only submissions in this state; undefined: all. */
  state: BatchItem['status'] | undefined;
  next: string | undefined;
}

/** One batch: its state, its money, and the job of each record. */
export function OneBatchPage({ batch, items, state, next }: OneBatchPageProps) {
  const site = useSite();
  const { items: counts } = batch;
  const own = pathTo(site, `batches/${batch.id}`);
  const query = new URLSearchParams({ ...(state && { state }), after: next ?? '' });
  return (
    <>
      <p class="crumb">
        <a href={pathTo(site, 'batches')}>Batches</a>
      </p>
      <h1>{batch.name}</h1>
      <p class="lead">
        <BatchState batch={batch} /> · {number(counts.completed)} of {count(counts.total, 'job')} completed
        {counts.failed > 0 && `, ${number(counts.failed)} failed`} · {credits(batch.actual_credits)} charged
        {batch.max_credits !== null && ` of at most ${number(batch.max_credits)}`}
      </p>
      {batch.error && <p class="notice">{batch.error}</p>}
      {batch.pause && <p class="notice">{batch.pause.message ?? 'It waits for credits.'}</p>}
      {counts.completed > 0 && (
        <p>
          Results so far: <a href={`${own}/table.csv`}>table (CSV)</a>,{' '}
          <a href={`${own}/table.jsonl`}>table (JSON lines)</a>, <a href={`${own}/archive.tar`}>all files (tar)</a>
        </p>
      )}
      {site.workspace.role !== 'viewer' && <Actions batch={batch} />}
      <nav class="tabs" aria-label="Submissions">
        <ul>
          {([undefined, 'COMPLETED', 'FAILED', 'ACTIVE', 'WAITING'] as const).map((one) => (
            <li key={one ?? 'all'}>
              <a href={one ? `${own}?state=${one}` : own} aria-current={one === state ? 'page' : undefined}>
                {one ? one.toLowerCase() : 'all'}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {items.length === 0 ? <p class="quiet">None.</p> : <ItemTable items={items} />}
      {next !== undefined && (
        <p>
          <a class="button" href={`${own}?${query}`} rel="next">
            Next
          </a>
        </p>
      )}
    </>
  );
}

function ItemTable({ items }: { items: BatchItem[] }) {
  const site = useSite();
  return (
    <ScrollBox label="Submissions, table">
      <table>
        <thead>
          <tr>
            <th scope="col">Record</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ custom_id: id, job_id: jobId, status, job_status, error, credits_used }) => (
            <tr key={id}>
              <th scope="row">{jobId ? <a href={pathTo(site, `jobs/${jobId}`)}>{id}</a> : id}</th>
              <td>
                <span class="status" data-status={job_status ?? (status === 'ACTIVE' ? 'PROCESSING' : status)}>
                  {status.toLowerCase()}
                </span>
                {error && <small> {error}</small>}
              </td>
              <td class="number">{number(credits_used)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Actions({ batch }: { batch: Batch }) {
  const isEnded = isRunEnded(batch.status);
  return (
    <div class="actions">
      {!isEnded && (
        <Action batch={batch} what="cancel">
          Cancel
        </Action>
      )}
      {batch.pause && (
        <Action batch={batch} what="continue">
          {isAtCap(batch) ? 'Raise the cap and continue' : 'Continue'}
        </Action>
      )}
      {isEnded && batch.items.completed < batch.items.total && (
        <Action batch={batch} what="retry">
          Run again what has no result
        </Action>
      )}
    </div>
  );
}

function isAtCap({ pause }: Batch): boolean {
  return pause?.reason === 'max_credits';
}

function Action({ batch, what, children }: { batch: Batch; what: string; children: ComponentChildren }) {
  const site = useSite();
  return (
    <form class="inline" method="post" action={pathTo(site, `batches/${batch.id}/${what}`)}>
      <FormToken token={site.formToken} />
      {what === 'retry' && <input type="hidden" name="submission" value={`${batch.id} ${batch.attempts}`} />}
      {what === 'continue' && isAtCap(batch) && (
        <label>
          Cap, in credits <input name="cap" inputMode="numeric" value={(batch.max_credits ?? 0) * 2} />
        </label>
      )}
      <button type="submit">{children}</button>
    </form>
  );
}
