import type { WorkflowRun } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';

type Node = WorkflowRun['nodes'][number];

/** The nodes of a run in the order of the workflow, each with the state of its jobs. */
export function NodeTable({ nodes }: { nodes: Node[] }) {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">Steps</h2>
      <ScrollBox label="Steps, table">
        <table>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Kind</th>
              <th scope="col">State</th>
              <th scope="col">Jobs</th>
              <th scope="col" class="number">
                Items
              </th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <NodeRow key={node.id} node={node} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function NodeRow({ node }: { node: Node }) {
  return (
    <tr>
      <th scope="row">{node.id}</th>
      <td>{node.type}</td>
      <td>
        <span class="status" data-status={node.status}>
          {node.status.toLowerCase().replaceAll('_', ' ')}
        </span>
        {node.error && <small> {node.error}</small>}
      </td>
      <td>{node.type === 'tool' ? <JobCounts counts={node.job_counts} /> : '–'}</td>
      <td class="number">{node.items}</td>
    </tr>
  );
}

/** `12 of 50, 1 failed`, with a bar. */
function JobCounts({ counts }: { counts: Node['job_counts'] }) {
  const { completed, failed, active, waiting } = counts;
  const total = completed + failed + active + waiting;
  return (
    <>
      {total > 0 && <progress max={total} value={completed + failed} aria-label="Jobs that have ended" />} {completed}{' '}
      of {total}
      {active > 0 && `, ${active} active`}
      {failed > 0 && `, ${failed} failed`}
    </>
  );
}
