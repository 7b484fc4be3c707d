import { isRunEnded } from '@rotamer/client';
import { Decided } from '../run/Decided.tsx';
import { nodeName } from '../run/nodeWords.ts';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { count } from '../words/numbers.ts';
import { CandidateView } from './CandidateView.tsx';
import { ReviewBar } from './ReviewBar.tsx';
import { ReviewTable, reviewTable } from './ReviewTable.tsx';
import { RuleFields } from './RuleFields.tsx';
import { lastDecided, type Review } from './readReview.ts';
import type { ReviewForm } from './reviewForm.ts';

interface ReviewPageProps {
  review: Review;
  form: ReviewForm;
  /** What going on costs with the ticked candidates, as a sentence. */
  price: string;
  /** Whether the tool that made the candidates says what is shown with them in 3D. */
  hasScenes: boolean;
  /** Why the last form was refused. */
  notice?: string;
}

/** The candidates of a checkpoint, on which the reader decides; or what was decided, and where the results are. */
export function ReviewPage({ review, form, price, hasScenes, notice }: ReviewPageProps) {
  const site = useSite();
  const { run, curation } = review;
  const path = pathTo(site, `runs/${run.id}`);
  const isOpen = curation !== undefined && !curation.decision && site.workspace.role !== 'viewer';
  const table = curation && reviewTable(curation, form, path);
  const node = curation ? run.nodes.find(({ id }) => id === curation.node_id) : lastDecided(run);
  return (
    <>
      <p class="crumb">
        <a href={path}>{run.name || run.workflow_name}</a>
      </p>
      <h1>{curation?.title ?? (node ? nodeName(node) : 'Review')}</h1>
      {notice && (
        <p class="notice" role="alert">
          {notice}
        </p>
      )}
      {curation?.instructions && <p class="instructions">{curation.instructions}</p>}
      {!curation && !node && <p>There is nothing to review now.</p>}
      {node?.decision && <Decided decision={node.decision} />}
      {!curation && <Onwards run={run} path={path} />}
      {curation?.decision && site.workspace.role !== 'viewer' && (
        <GoOn action={`${path}/review/continue`} price={price} />
      )}
      {curation && table && (
        <form
          method="post"
          action={`${path}/review`}
          class="review"
          data-review={isOpen ? `${path}/review/price` : undefined}
        >
          <FormToken token={site.formToken} />
          <input type="hidden" name="candidate_set_digest" value={curation.candidate_set_digest} />
          <input type="hidden" name="node" value={curation.node_id} />
          <input type="hidden" name="attempt" value={curation.attempt_id} />
          <input type="hidden" name="sorted" value={form.sort ? `${form.sort.field} ${form.sort.direction}` : ''} />
          <input type="hidden" name="only" value={form.onlyRule ? '1' : ''} />
          {isOpen && <RuleFields curation={curation} form={form} />}
          <div class="review-view">
            <ReviewTable curation={curation} table={table} form={form} isOpen={isOpen} />
            <CandidateView rows={table.rows} path={path} hasScenes={hasScenes} />
          </div>
          {isOpen && <ReviewBar form={form} candidates={curation.candidates.length} price={price} />}
        </form>
      )}
      {curation && (
        <p class="quiet">
          {`${count(curation.candidates.length, 'candidate')}. A selection counts for exactly this list, which has the digest `}
          <code class="digest">{curation.candidate_set_digest}</code>. It is refused when the list has changed.
          {!isOpen && !curation.decision && ' A viewer cannot decide.'}
        </p>
      )}
    </>
  );
}

/** Where the reader goes after a decision: the results, or the run while it works. */
function Onwards({ run, path }: { run: Review['run']; path: string }) {
  const output = run.nodes.find(({ type }) => type === 'output');
  if (!isRunEnded(run.status) || !output)
    return (
      <p>
        <a class="button strong" href={path}>
          Follow the run
        </a>
      </p>
    );
  return (
    <p>
      <a class="button strong" href={`${path}?step=${encodeURIComponent(output.id)}#step`}>
        See the results
      </a>
    </p>
  );
}

/** Continues a run whose selection is recorded. */
function GoOn({ action, price }: { action: string; price: string }) {
  const { formToken } = useSite();
  return (
    <form class="inline" method="post" action={action}>
      <FormToken token={formToken} />
      <button type="submit" class="strong">
        Continue the run
      </button>
      <span class="quiet">{price}</span>
    </form>
  );
}
