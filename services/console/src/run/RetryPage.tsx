import type { RunQuote, WorkflowRun } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { count } from '../words/numbers.ts';
import { priceOfQuote } from '../words/quotes.ts';
import { nodeName } from './nodeWords.ts';
import { QuoteTable } from './QuoteTable.tsx';

interface RetryPageProps {
  run: WorkflowRun;
  /** The failed step from which the attempt begins; undefined: the start. */
  step: string | undefined;
  quote: RunQuote;
  /** Makes a form that is sent twice one attempt. */
  submission: string;
}

/** Says what another attempt reuses and what it costs, before it begins. */
export function RetryPage({ run, step, quote, submission }: RetryPageProps) {
  const site = useSite();
  const path = pathTo(site, `runs/${run.id}`);
  const reuse = quote.reuse ?? [];
  const reused = reuse.filter((one) => one.reused);
  const jobs = run.nodes
    .filter(({ id }) => reused.some(({ node_id }) => node_id === id))
    .reduce((sum, { job_counts }) => sum + job_counts.completed, 0);
  const node = run.nodes.find(({ id }) => id === step);
  return (
    <>
      <p class="crumb">
        <a href={path}>{run.name || run.workflow_name}</a>
      </p>
      <h1>{node ? `Retry from “${nodeName(node)}”` : 'Run again from the start'}</h1>
      <p class="lead">
        {`It reuses ${count(jobs, 'job')} of ${count(reused.length, 'step')} and costs `}
        <strong>{priceOfQuote({ ...quote, cap_credits: capOf(quote) ?? null })}</strong>.
      </p>
      <form method="post" action={`${path}/retry`} class="inline">
        <FormToken token={site.formToken} />
        <input type="hidden" name="step" value={step ?? ''} />
        <input type="hidden" name="submission" value={submission} />
        <label for="cap">Costs at most, in credits</label>
        <input id="cap" name="max_credits" type="number" min={1} step={1} value={capOf(quote)} />
        <button type="submit" class="strong">
          Begin the attempt
        </button>
        <a href={path}>Back to the run</a>
      </form>
      <h2>What is reused</h2>
      <ScrollBox label="Reuse of each step, table">
        <table>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Result</th>
              <th scope="col">Jobs</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {reuse.map(({ node_id: id, reused: is, reason }) => {
              const of = run.nodes.find((one) => one.id === id);
              return (
                <tr key={id}>
                  <th scope="row">{of ? nodeName(of) : id}</th>
                  <td>{is ? 'reused' : 'runs again'}</td>
                  <td>{is && of && <ReusedJobs run={run} node={of} />}</td>
                  <td>{reason}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
      <h2>What runs again</h2>
      {quote.nodes.length > 0 ? <QuoteTable quote={quote} /> : <p class="quiet">No job.</p>}
    </>
  );
}

/** The cap that the form proposes: that of the last attempt, unless what is known to come costs more. */
function capOf({ cap_credits: cap, max_credits: most }: RunQuote): number | undefined {
  return cap === null ? undefined : Math.max(cap, Math.ceil(most ?? 0));
}

/** Most jobs of a step that are named. */
const NAMED = 5;

/** The jobs of a step whose results the attempt uses again, without paying for them again. */
function ReusedJobs({ run, node }: { run: WorkflowRun; node: WorkflowRun['nodes'][number] }) {
  const site = useSite();
  const jobs = run.jobs.filter(
    ({ node_id, job_id, status }) => node_id === node.id && job_id && status === 'COMPLETED',
  );
  const more = node.job_counts.completed - Math.min(jobs.length, NAMED);
  return (
    <>
      {jobs.slice(0, NAMED).map(({ index, job_id, item_label, tool }, i) => (
        <>
          {i > 0 && ', '}
          <a key={index} href={pathTo(site, `jobs/${job_id}`)}>
            {item_label ?? `${tool} ${index + 1}`}
          </a>
        </>
      ))}
      {more > 0 && (jobs.length > 0 ? ` and ${count(more, 'other')}` : count(more, 'job'))}
    </>
  );
}
