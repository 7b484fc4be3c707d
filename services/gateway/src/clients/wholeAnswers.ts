import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Curation, NodeResult, RunResults } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Workflows } from './clients.ts';

type Asked = Pick<Workflows, 'getCuration' | 'getResults'>;

/** Returns a checkpoint with all of its candidates. A long list of candidates comes in several messages. */
export async function wholeCuration(workflows: Asked, runId: string, scope: CallScope): Promise<Curation> {
  return completeCuration(workflows, await workflows.getCuration({ runId }, scope), scope);
}

/** Fetches the remaining candidates of a checkpoint whose first candidates are known. */
export async function completeCuration(workflows: Asked, first: Curation, scope: CallScope): Promise<Curation> {
  const candidates = [...first.candidates];
  for (let { next: after } = first; after !== ''; ) {
    const more = await workflows.getCuration({ runId: first.runId, after }, scope);
    candidates.push(...more.candidates);
    after = more.next;
  }
  return { ...first, candidates, next: '' };
}

/** Returns the results of an attempt, joined from as many messages as they take. */
export async function wholeResults(
  workflows: Asked,
  asked: { runId: string; attemptId?: string; nodeId?: string; limit?: number },
  scope: CallScope,
): Promise<RunResults> {
  const first = await workflows.getResults(asked, scope);
  const nodes = [...first.nodes];
  for (let { next: after } = first; after !== ''; ) {
    const more = await workflows.getResults({ ...asked, attemptId: first.attemptId, after }, scope);
    for (const node of more.nodes) append(nodes, node);
    after = more.next;
  }
  return { ...first, nodes, next: '' };
}

/** Appends a node. A node whose items did not fit into one message continues in the next. */
function append(nodes: NodeResult[], node: NodeResult): void {
  const last = nodes.at(-1);
  if (last?.nodeId !== node.nodeId) nodes.push(node);
  else nodes[nodes.length - 1] = { ...last, items: [...last.items, ...node.items] };
}
