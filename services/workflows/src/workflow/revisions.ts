import type { Queryable } from '@rotamer/kit/db/db.ts';
import { LRUCache } from 'lru-cache';
import { type Graph, type GraphEdge, graphOf, linesGraph } from '../definition/graph.ts';
import type { Definition, WorkflowSettings } from '../definition/schema.ts';
import { type Flow, flowOf } from '../flow/flowOf.ts';

/** A published revision, ready to run. */
export interface Revision {
  id: string;
  number: number;
  definition: Definition;
  settings: WorkflowSettings;
  graph: Graph;
  flow: Flow;
}

/** A cache of revisions. Published revisions never change, so each process reads a revision once. */
export interface Revisions {
  /** @throws Error if there is no such revision. Revisions are deleted after everything that names them, so this does not happen. */
  get(id: string): Promise<Revision>;
}

const MAX_KEPT = 200;

/** What stands in the place of a revision for every batch. */
export const batchRevision: Revision = {
  id: 'batch',
  number: 1,
  definition: { nodes: [], edges: [] },
  settings: {},
  graph: linesGraph,
  flow: flowOf(linesGraph),
};

export function createRevisions(db: Queryable): Revisions {
  const cache = new LRUCache<string, Revision>({ max: MAX_KEPT, fetchMethod: (id) => readRevision(db, id) });
  return { get: async (id) => (id === batchRevision.id ? batchRevision : (await cache.fetch(id))!) };
}

async function readRevision(db: Queryable, id: string): Promise<Revision> {
  const { rows } = await db.query('select number, definition, edges, settings from revisions where id = $1', [id]);
  const [row] = rows;
  if (!row) throw new Error(`no revision ${id}`);
  const { number, definition, edges, settings } = row as Omit<Revision, 'id'> & { edges: GraphEdge[] };
  const graph = graphOf(definition.nodes, edges);
  return { id, number, definition, settings, graph, flow: flowOf(graph) };
}
