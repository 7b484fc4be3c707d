import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { GraphEdge } from '../definition/graph.ts';
import type { Item, ItemContent, Measured, OfferedItem } from '../flow/item.ts';

/** Rows that one statement writes or reads. Their JSON stays small enough not to block the event loop. */
const AT_ONCE = 200;

/** Approximate bytes of content that one statement writes. */
const BYTES_AT_ONCE = 256 * 1024;

/** Inserts new items, in several statements if there are many. */
export async function insertItems(tx: Queryable, runId: string, items: Item[]): Promise<void> {
  for (const some of inPortions(items)) {
    await tx.query(
      prepared(
        `insert into items (id, run_id, kind, format, label, text, file, digest, metrics, sources, job_id, job_item_id)
         select id, $1, kind, format, label, text, file, digest, metrics, sources, job_id, job_item_id
         from jsonb_populate_recordset(null::items, $2)`,
        [runId, JSON.stringify(some.map(toRow))],
      ),
    );
  }
}

/** A new item with the content of another item of the same run, and the metrics of that item and its partner. */
export interface Extended {
  id: string;
  /** The item whose content is copied. */
  from: string;
  /** The partner. */
  with: string;
}

/** Maximum length of a joined item's metrics, in characters of JSON. Without it, each join could add those of another item. */
const MAX_JOINED_METRICS = 32 * 1024;

/**
 * The SQL expression for the metrics of a joined item: its own and those of its partner. If both are too long together, the partner's
 * metrics are added in the order of their names while they fit.
 */
const JOINED_METRICS = `case when length((p.metrics || i.metrics)::text) <= ${MAX_JOINED_METRICS} then p.metrics || i.metrics
  else i.metrics || coalesce((
    select jsonb_object_agg(name, value) from (
      select name, value, sum(length(name) + length(value::text) + 6) over (order by name) as characters
      from jsonb_each(p.metrics) as m (name, value) where not i.metrics ? name
    ) added where characters <= ${MAX_JOINED_METRICS} - length(i.metrics::text)), '{}') end`;

/** Inserts joined items in the database, without reading their content and metrics into this process. */
export async function insertExtended(tx: Queryable, runId: string, items: Extended[]): Promise<void> {
  for (let i = 0; i < items.length; i += AT_ONCE) {
    await tx.query(
      prepared(
        `insert into items (id, run_id, kind, format, label, text, file, digest, metrics, sources, job_id, job_item_id)
         select x.id, $1, i.kind, i.format, i.label, i.text, i.file, i.digest, ${JOINED_METRICS}, array[i.id, p.id], i.job_id, i.job_item_id
         from jsonb_to_recordset($2) as x (id text, "from" text, "with" text)
         join items i on i.id = x."from" and i.run_id = $1
         join items p on p.id = x."with" and p.run_id = $1`,
        [runId, JSON.stringify(items.slice(i, i + AT_ONCE))],
      ),
    );
  }
}

function* inPortions(items: Item[]): Generator<Item[]> {
  let portion: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    portion.push(item);
    bytes += 500 + (item.content.in === 'text' ? item.content.text.length : 0);
    if (portion.length < AT_ONCE && bytes < BYTES_AT_ONCE) continue;
    yield portion;
    portion = [];
    bytes = 0;
  }
  if (portion.length > 0) yield portion;
}

function toRow({ id, kind, format, label, content, digest, metrics, sources, origin }: Item) {
  const isText = content.in === 'text';
  return {
    id,
    kind,
    format,
    label,
    text: isText ? content.text : null,
    file: isText ? null : content,
    digest,
    metrics,
    sources,
    job_id: origin?.jobId,
    job_item_id: origin?.itemId,
  };
}

/** An item at its position among those that leave a node by a port. */
export interface NewOutput {
  nodeId: string;
  port: string;
  position: number;
  itemId: string;
}

/** Number of outputs that one statement writes. */
const OUTPUTS_AT_ONCE = 1_000;

/** Adds items to the outputs of an attempt's nodes. */
export async function insertOutputs(tx: Queryable, attemptId: string, outputs: NewOutput[]): Promise<void> {
  for (let from = 0; from < outputs.length; from += OUTPUTS_AT_ONCE) {
    const some = outputs.slice(from, from + OUTPUTS_AT_ONCE);
    await tx.query(
      prepared(
        `insert into outputs (attempt_id, node_id, port, position, item_id)
         select $1, node_id, port, position, item_id
         from unnest($2::text[], $3::text[], $4::bigint[], $5::text[]) as o (node_id, port, position, item_id)`,
        [
          attemptId,
          some.map(({ nodeId }) => nodeId),
          some.map(({ port }) => port),
          some.map(({ position }) => position),
          some.map(({ itemId }) => itemId),
        ],
      ),
    );
  }
}

export const ITEM_COLUMNS =
  'i.id, i.kind, i.format, i.label, i.text, i.file, i.digest, i.metrics, i.sources, i.job_id, i.job_item_id';

export const ARRIVING = `unnest($2::text[], $3::text[]) with ordinality as e (source, port, nth)
  join outputs o on o.attempt_id = $1 and o.node_id = e.source and o.port = e.port
  join items i on i.id = o.item_id`;

/** Returns the parameters $2 and $3 of ARRIVING. */
export const endsOf = (edges: Pick<GraphEdge, 'source' | 'port'>[]) => [
  edges.map(({ source }) => source),
  edges.map(({ port }) => port),
];

/** Maximum characters of metrics that are compared with each other. */
const MAX_MEASURED = 32 * 1024 * 1024;

/**
 * Reads the named metrics of all items that arrive over edges, in order, one page at a time.
 *
 * @throws payload_too_large if the metrics are too long to be compared.
 */
export async function* readMeasuredPages(
  db: Queryable,
  attemptId: string,
  edges: GraphEdge[],
  fields: string[],
): AsyncGenerator<Measured[]> {
  let after = [0, -1];
  for (;;) {
    const { rows } = await db.query(
      prepared(
        `select i.id, m.metrics, e.nth, o.position from ${ARRIVING}
         cross join lateral (
           select coalesce(jsonb_object_agg(name, i.metrics -> name), '{}') as metrics
           from unnest($6::text[]) name where i.metrics ? name
         ) m
         where (e.nth, o.position) > ($4::bigint, $5::bigint) order by e.nth, o.position limit ${AT_ONCE}`,
        [attemptId, ...endsOf(edges), ...after, fields],
      ),
    );
    yield rows.map(({ id, metrics }) => ({ id, metrics }));
    if (rows.length < AT_ONCE) return;
    after = [rows.at(-1).nth, rows.at(-1).position];
  }
}

/** Reads all pages of `readMeasuredPages`. */
export async function readMeasured(...asked: Parameters<typeof readMeasuredPages>): Promise<Measured[]> {
  const all: Measured[] = [];
  let room = MAX_MEASURED;
  for await (const page of readMeasuredPages(...asked)) {
    for (const { metrics } of page) for (const value of Object.values(metrics)) room -= String(value).length;
    if (room < 0)
      throw new Fault(
        'payload_too_large',
        `The fields ${asked[3].join(', ')} of the arriving items have more than ${MAX_MEASURED} characters.`,
      );
    all.push(...page);
  }
  return all;
}

/** Reads the id, digest and metrics of the first items that arrive over edges, in order. */
export async function readArrivingDigests(
  db: Queryable,
  attemptId: string,
  edges: GraphEdge[],
  limit: number,
): Promise<Pick<Item, 'id' | 'digest' | 'metrics'>[]> {
  const { rows } = await db.query(
    `select i.id, i.digest, i.metrics from ${ARRIVING} order by e.nth, o.position limit $4`,
    [attemptId, ...endsOf(edges), limit],
  );
  return rows;
}

/** Returns the SHA-256 in hex over the content digests of all items that arrive over edges, in order. */
export async function arrivingDigest(db: Queryable, attemptId: string, edges: GraphEdge[]): Promise<string> {
  const { rows } = await db.query(
    `select encode(sha256(convert_to(
       coalesce(string_agg(e.nth || ':' || i.digest, ',' order by e.nth, o.position), ''), 'UTF8')), 'hex') as digest
     from ${ARRIVING}`,
    [attemptId, ...endsOf(edges)],
  );
  return rows[0].digest;
}

/**
 * Returns three sizes of all items that arrive over edges: their number, the characters of their inline content, and the bytes of their
 * artifacts.
 */
export async function measureArriving(
  db: Queryable,
  attemptId: string,
  edges: GraphEdge[],
): Promise<{ items: number; characters: number; artifactBytes: number }> {
  const { rows } = await db.query(
    `select count(*) as items, coalesce(sum(length(i.text)), 0)::bigint as characters,
       coalesce(sum((i.file ->> 'size')::bigint) filter (where i.file ->> 'in' = 'artifact'), 0)::bigint as "artifactBytes"
     from ${ARRIVING}`,
    [attemptId, ...endsOf(edges)],
  );
  return rows[0];
}

/** Reads all items that arrive over edges, in order. The caller must have checked their sizes before. */
export async function readArriving(db: Queryable, attemptId: string, edges: GraphEdge[]): Promise<OfferedItem[]> {
  const { rows } = await db.query(
    `select i.id, i.kind, i.format, i.label, i.text, i.file from ${ARRIVING} order by e.nth, o.position`,
    [attemptId, ...endsOf(edges)],
  );
  return rows.map(({ id, kind, format, label, ...row }) => ({ id, kind, format, label, content: contentOf(row) }));
}

/** Reads items of a run by id, in no particular order. */
export async function readItems(db: Queryable, ids: string[]): Promise<Map<string, Item>> {
  const { rows } = await db.query(prepared(`select ${ITEM_COLUMNS} from items i where i.id = any($1)`, [ids]));
  return new Map(rows.map((row) => [row.id, toItem(row)]));
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
export function toItem(row: any): Item {
  const { id, kind, format, label, text, file, digest, metrics, sources } = row;
  return {
    id,
    kind,
    format,
    label,
    content: contentOf({ text, file }),
    digest,
    metrics,
    sources,
    origin: row.job_id ? { jobId: row.job_id, itemId: row.job_item_id } : undefined,
  };
}

function contentOf({ text, file }: { text: string | null; file: ItemContent | null }): ItemContent {
  return text === null ? file! : { in: 'text', text };
}
