import type { RunQuote } from '@rotamer/client';
import { QuoteTable } from '../run/QuoteTable.tsx';
import { credits } from '../words/numbers.ts';
import { canReachCap, creditsBetween } from '../words/quotes.ts';

/** What a filled form would cost, or what stands in the way. */
export interface WorkflowPriceProps {
  quote?: RunQuote;
  problems: { node: string; message: string }[];
  /** Nothing was filled in yet. */
  empty?: boolean;
}

/** The price of a run: its bounds, and what stands in the way. */
export function WorkflowPrice({ quote, problems, empty }: WorkflowPriceProps) {
  if (empty) return <p>The price appears when the inputs are filled in.</p>;
  return (
    <>
      {quote && (
        <>
          <p class="price">
            <strong>{creditsBetween(quote.min_credits, quote.max_credits)}</strong>
          </p>
          {canReachCap(quote) && <p>{`It pauses at its cap of ${credits(quote.cap_credits!)}.`}</p>}
          {quote.max_credits !== quote.min_credits && (
            <p>
              <small>How many items leave a step is known only when it has run.</small>
            </p>
          )}
        </>
      )}
      {problems.length > 0 && (
        <ul class="problems">
          {problems.map(({ node, message }) => (
            <li key={node + message}>{node ? <a href={`#input-${node}`}>{message}</a> : message}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The price of each step, below the form. */
export function StepPrices({ quote }: { quote: RunQuote | undefined }) {
  if (!quote || quote.nodes.length === 0) return null;
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">Price of each step</h2>
      <QuoteTable quote={quote} />
    </section>
  );
}
