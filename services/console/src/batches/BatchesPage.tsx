import type { Batch } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { number } from '../words/numbers.ts';

/** The batches of the workspace, newest first. */
export function BatchesPage({ batches, next }: { batches: Batch[]; next: string | undefined }) {
  const site = useSite();
  return (
    <>
      <h1>Batches</h1>
      <p class="lead">Many jobs that are started, paid for and stopped together.</p>
      {batches.length === 0 && (
        <p class="quiet">
          There is no batch yet. In the form of a tool, choose a job for each record.{' '}
          <a href={pathTo(site, 'tools')}>Tools</a>
        </p>
      )}
      {batches.length > 0 && <BatchTable batches={batches} />}
      {next !== undefined && (
        <p>
          <a class="button" href={pathTo(site, `batches?after=${encodeURIComponent(next)}`)} rel="next">
            Older batches
          </a>
        </p>
      )}
    </>
  );
}

function BatchTable({ batches }: { batches: Batch[] }) {
  const site = useSite();
  return (
    <ScrollBox label="Batches, table">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Tools</th>
            <th scope="col">State</th>
            <th scope="col">Jobs</th>
            <th scope="col">Started</th>
            <th scope="col" class="number">
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <tr key={batch.id}>
              <th scope="row">
                <a href={pathTo(site, `batches/${batch.id}`)}>{batch.name}</a>
              </th>
              <td>{batch.tools.join(', ')}</td>
              <td>
                <BatchState batch={batch} />
              </td>
              <td>
                {number(batch.items.completed)} of {number(batch.items.total)}
              </td>
              <td>
                <Time at={batch.created_at} />
              </td>
              <td class="number">{number(batch.actual_credits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const states: Record<Batch['status'], [word: string, colour: string]> = {
  VALIDATING: ['reading its file', 'PROCESSING'],
  QUEUED: ['waiting', 'PROCESSING'],
  RUNNING: ['running', 'PROCESSING'],
  PAUSED: ['paused', 'PROCESSING'],
  COMPLETED: ['completed', 'COMPLETED'],
  COMPLETED_WITH_ERRORS: ['completed, some failed', 'FAILED'],
  FAILED: ['failed', 'FAILED'],
  CANCELLED: ['cancelled', 'CANCELLED'],
};

export function BatchState({ batch }: { batch: Batch }) {
  const [word, colour] = states[batch.status];
  return (
    <span class="status" data-status={colour}>
      {word}
    </span>
  );
}
