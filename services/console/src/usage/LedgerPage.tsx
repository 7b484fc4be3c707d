import type { Transfer } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { number } from '../words/numbers.ts';

const words: Record<Transfer['kind'], string> = {
  grant: 'credits added',
  hold: 'reserved',
  extend: 'more reserved',
  post: 'charged',
  refund: 'returned',
  void: 'reservation ended',
};

/** Every transfer of credits, newest first, with the job that caused it. */
export function LedgerPage({ transfers, next }: { transfers: Transfer[]; next: string | undefined }) {
  const site = useSite();
  return (
    <>
      <p class="crumb">
        <a href={pathTo(site, 'usage')}>Usage</a>
      </p>
      <h1>Ledger</h1>
      <p>
        <a href={pathTo(site, 'usage/ledger.csv')}>All of it as CSV</a>
      </p>
      {transfers.length === 0 && <p class="quiet">No credits were moved yet.</p>}
      <ScrollBox label="Ledger, table">
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">What</th>
              <th scope="col">Job</th>
              <th scope="col" class="number">
                Owned
              </th>
              <th scope="col" class="number">
                Reserved
              </th>
            </tr>
          </thead>
          <tbody>
            {transfers.map((transfer) => (
              <TransferRow key={transfer.id} transfer={transfer} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {next !== undefined && (
        <p>
          <a class="button" href={pathTo(site, `usage/ledger?after=${encodeURIComponent(next)}`)} rel="next">
            Older entries
          </a>
        </p>
      )}
    </>
  );
}

function TransferRow({ transfer }: { transfer: Transfer }) {
  const site = useSite();
  const { job_id: jobId, tool } = transfer;
  return (
    <tr>
      <td>
        <Time at={transfer.created_at} />
      </td>
      <td>{words[transfer.kind] ?? transfer.kind}</td>
      <td>{jobId ? <a href={pathTo(site, `jobs/${jobId}`)}>{tool ?? jobId}</a> : '–'}</td>
      <td class="number">{signed(transfer.balance_change)}</td>
      <td class="number">{signed(transfer.held_change)}</td>
    </tr>
  );
}

function signed(change: number): string {
  if (change === 0) return '–';
  return change > 0 ? `+${number(change)}` : `−${number(-change)}`;
}
