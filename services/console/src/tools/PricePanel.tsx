import type { JobQuote } from '@rotamer/client';
import { count, credits, number } from '../words/numbers.ts';
import type { FormProblem } from './runForm.ts';

/** What a form would cost, or what stands in the way. The server renders it, and the script of the page renders it again. */
export interface Price {
  quote?: Pick<JobQuote, 'estimated_credits' | 'available_credits' | 'blocking_errors' | 'queue'> & {
    billing: Pick<JobQuote['billing'], 'mode'>;
  };
  problems: FormProblem[];
  /** Nothing was filled in yet. */
  empty?: boolean;
  /** How many jobs it is the price of, when the form starts several. */
  jobs?: number;
  /** Why nothing was decided: the form did not arrive, or a service did not answer. */
  lost?: string;
}

/** Whether something has to change before the job can be submitted. What was lost can be tried again as it stands. */
export function isRefused({ quote, problems, empty, lost }: Price): boolean {
  if (empty || lost) return false;
  return quote === undefined || problems.length > 0 || quote.blocking_errors.length > 0;
}

export function PricePanel({ price }: { price: Price }) {
  const { quote, problems, empty, jobs, lost } = price;
  if (empty) return <p>The price appears when the inputs are filled in.</p>;
  return (
    <>
      {lost && <p class="problem">{lost}</p>}
      {jobs !== undefined && <p>{count(jobs, 'job')}</p>}
      {quote && <Amount quote={quote} />}
      {quote?.blocking_errors.map(({ code, message }) => (
        <p class="problem" key={code + message}>
          {message}
        </p>
      ))}
      {problems.length > 0 && (
        <ul class="problems">
          {problems.map(({ field, message }) => (
            <li key={field + message}>{field ? <a href={`#${fieldId(field)}`}>{message}</a> : message}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Amount({ quote }: { quote: NonNullable<Price['quote']> }) {
  const metered = quote.billing.mode === 'metered_runtime';
  const { queue } = quote;
  return (
    <>
      <p class="price">
        <strong>{quote.estimated_credits === 0 ? 'Free' : credits(quote.estimated_credits)}</strong>
        {metered && <small> reserved first; run time is billed</small>}
      </p>
      <p>
        <small>{`${number(quote.available_credits)} available`}</small>
      </p>
      {queue?.waiting_reason && <p>{queue.waiting_reason}</p>}
      {queue && !queue.waiting_reason && queue.jobs_ahead > 0 && <p>{`${count(queue.jobs_ahead, 'job')} ahead`}</p>}
    </>
  );
}

/** Returns the id of a field's element: `slot.sequences.0` → `slot-sequences-0`. */
export function fieldId(field: string): string {
  return field.replaceAll('.', '-');
}
