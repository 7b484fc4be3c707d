import { nodeCost, nodeCounts, nodeKind, nodeName, nodeState, type RunNode } from './nodeWords.ts';

/** The nodes of a run as a table, in the order of the workflow: the same as the graph, as text. */
export function StepTable({ nodes, path }: { nodes: RunNode[]; path: string }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Tool or kind</th>
          <th scope="col">State</th>
          <th scope="col">Jobs</th>
          <th scope="col">Credits</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {nodes.map((node) => (
          <tr key={node.id}>
            <th scope="row">
              <a href={`${path}?step=${encodeURIComponent(node.id)}#step`}>{nodeName(node)}</a>
            </th>
            <td>{nodeKind(node)}</td>
            <td>
              <span class="status" data-status={node.status}>
                {nodeState(node)}
              </span>
              {node.error && <small> {node.error}</small>}
            </td>
            <td>{nodeCounts(node)}</td>
            <td>{nodeCost(node)}</td>
            <td>{namesOf(node.after ?? [], nodes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function namesOf(ids: readonly string[], nodes: RunNode[]): string {
  return ids
    .map((id) => nodes.find((node) => node.id === id))
    .flatMap((node) => (node ? nodeName(node) : []))
    .join(', ');
}
