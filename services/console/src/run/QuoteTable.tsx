import type { RunQuote } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { countBetween, creditsBetween } from '../words/quotes.ts';

/** What each step of a run would cost. */
export function QuoteTable({ quote }: { quote: RunQuote }) {
  return (
    <ScrollBox label="Price of each step, table">
      <table>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Tool</th>
            <th scope="col">Jobs</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {quote.nodes.map((node) => (
            <tr key={node.node_id}>
              <th scope="row">{node.label ?? node.node_id}</th>
              <td>{node.tool}</td>
              <td>{countBetween(node.min_jobs, node.max_jobs)}</td>
              <td>
                {creditsBetween(node.min_credits, node.max_credits)}
                {node.metered && <small> by run time</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
