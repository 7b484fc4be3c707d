import type { Workflow } from '@rotamer/client';
import { pathTo, useSite } from '../site/site.ts';

/** Workflows as cards, each with its runs. */
export function WorkflowsPage({ workflows, hasMore }: { workflows: Workflow[]; hasMore: boolean }) {
  const site = useSite();
  return (
    <>
      <h1>Workflows</h1>
      <p>
        <a class="button" href={pathTo(site, 'runs')}>
          All runs
        </a>
      </p>
      {workflows.length === 0 && (
        <p class="quiet">
          There is no workflow here. <a href={`${site.root}docs/guides/workflows`}>How workflows are made</a>
        </p>
      )}
      <ul class="cards">
        {workflows.map((workflow) => (
          <li key={workflow.id}>
            <strong>
              <a href={pathTo(site, `workflows/${workflow.id}`)}>{workflow.name}</a>
            </strong>
            {workflow.description && <small>{workflow.description}</small>}
            <small>revision {workflow.revision_number}</small>
            <a href={pathTo(site, `runs?workflow=${workflow.id}`)} aria-label={`Runs of ${workflow.name}`}>
              Runs
            </a>
          </li>
        ))}
      </ul>
      {hasMore && <p class="quiet">The first {workflows.length} workflows.</p>}
    </>
  );
}
