import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { type Attempt, storableError } from '../attempts/attemptStore.ts';
import { eachSlotOf, type GraphNode, LINES } from '../definition/graph.ts';
import { liveEdges } from '../engine/attempt.ts';
import { type ChildState, type ChildUpdate, moveChild, statesBefore } from '../engine/child.ts';

/** Inserts the children of a node that begins: one per item of its `each` slot, in the items' order, or a single one. */
export async function planChildren(
  tx: Queryable,
  { id, workspaceId, state }: Attempt,
  graphNode: GraphNode,
): Promise<void> {
  if (graphNode.lines) return planLines(tx, id, workspaceId);
  const slot = eachSlotOf(graphNode);
  if (slot === undefined) {
    await tx.query('insert into children (attempt_id, node_id, n, workspace_id) values ($1, $2, 0, $3)', [
      id,
      graphNode.node.id,
      workspaceId,
    ]);
    return;
  }
  const edges = liveEdges(
    state,
    graphNode.incoming.filter((edge) => edge.slot === slot),
  );
  await tx.query(
    `insert into children (attempt_id, node_id, n, workspace_id, item_id)
     select $1, $2, row_number() over (order by e.nth, o.position) - 1, $3, o.item_id
     from unnest($4::text[], $5::text[]) with ordinality as e (source, port, nth)
     join outputs o on o.attempt_id = $1 and o.node_id = e.source and o.port = e.port`,
    [id, graphNode.node.id, workspaceId, edges.map(({ source }) => source), edges.map(({ port }) => port)],
  );
}

/** Inserts a child for each line that the attempt of a batch submits. */
async function planLines(tx: Queryable, attemptId: string, workspaceId: string): Promise<void> {
  await tx.query(
    `insert into children (attempt_id, node_id, n, workspace_id)
     select attempt_id, $2, n, $3 from batch_lines where attempt_id = $1`,
    [attemptId, LINES, workspaceId],
  );
}

/**
 * Marks planned children for submission. Their `project_id` is only read by replicas of the last release: this release takes the run's
 * project when it submits a child.
 */
export async function launchChildren(
  tx: Queryable,
  { id, runId }: Attempt,
  { nodeId, from, to }: { nodeId: string; from: number; to: number },
): Promise<void> {
  await tx.query(
    prepared(
      `update children set state = 'LAUNCHING', try_at = now(), project_id = (select project_id from runs where id = $5)
       where attempt_id = $1 and node_id = $2 and n >= $3 and n < $4 and state = 'PLANNED'`,
      [id, nodeId, from, to, runId],
    ),
  );
}

/** Marks the children of a node that jobs may have, so that a loop cancels them or gives them up. Other children stay as they are. */
export async function stopChildren(
  tx: Queryable,
  attemptId: string,
  nodeId: string,
  states: ChildState[] = ['LAUNCHING', 'ACTIVE'],
): Promise<void> {
  await tx.query(
    `with wanted as (
       select n from children where attempt_id = $1 and node_id = $2 and state = any($3)
       order by n for update
     )
     update children c set stop = true, try_at = now()
     from wanted w where c.attempt_id = $1 and c.node_id = $2 and c.n = w.n`,
    [attemptId, nodeId, states],
  );
}

export async function resumeChildren(tx: Queryable, attemptId: string): Promise<void> {
  await tx.query(`update children set try_at = now() where attempt_id = $1 and state = 'LAUNCHING'`, [attemptId]);
}

/** The key of a child. */
export interface ChildKey {
  attemptId: string;
  nodeId: string;
  n: number;
}

/**
 * Locks children in the order of their keys, as every transaction does that locks several. Needed by transactions with several statements
 * that each change some of the children: without it, two such transactions could deadlock.
 */
export async function lockChildren(
  tx: Queryable,
  attemptId: string,
  children: Omit<ChildKey, 'attemptId'>[],
): Promise<void> {
  await tx.query(
    prepared(
      `select from unnest($2::text[], $3::int[]) as m (node_id, n)
       join children c on c.attempt_id = $1 and c.node_id = m.node_id and c.n = m.n
       order by c.node_id, c.n for update of c`,
      [attemptId, children.map(({ nodeId }) => nodeId), children.map(({ n }) => n)],
    ),
  );
}

/**
 * Moves children to the state that an update about them leads to. Returns the children that moved: a repeated or late update moves nothing.
 * The caller must pass the moves to the engine in the same transaction. Children are locked in the order of their keys.
 */
export async function moveChildren(
  tx: Queryable,
  attemptId: string,
  changes: ChildUpdate,
  children: (Omit<ChildKey, 'attemptId'> & { error?: string })[],
): Promise<(Omit<ChildKey, 'attemptId'> & { accepted: boolean })[]> {
  if (children.length === 0) return [];
  const before = statesBefore(changes);
  const after = moveChild(before[0]!, changes);
  const { rows } = await tx.query(
    prepared(
      `with due as (
         select c.node_id, c.n, m.error
         from unnest($4::text[], $5::int[], $6::text[]) as m (node_id, n, error)
         join children c on c.attempt_id = $1 and c.node_id = m.node_id and c.n = m.n
         where c.state = any($3) order by c.node_id, c.n for update of c
       )
       update children c set
         state = $2, refused = false, error = coalesce(d.error, c.error), accepted = c.accepted or $2 = 'ACTIVE'
       from due d where c.attempt_id = $1 and c.node_id = d.node_id and c.n = d.n
       returning c.node_id, c.n, c.accepted`,
      [
        attemptId,
        after,
        before,
        children.map(({ nodeId }) => nodeId),
        children.map(({ n }) => n),
        children.map(({ error }) => error && storableError(error)),
      ],
    ),
  );
  return rows.map((row) => ({ nodeId: row.node_id, n: row.n, accepted: row.accepted }));
}
