import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { GraphEdge } from '../definition/graph.ts';
import type { Item } from '../flow/item.ts';
import { ARRIVING, endsOf, ITEM_COLUMNS, toItem } from './itemStore.ts';

/** An item as shown to people; long content is left out. */
export type ShownItem = Omit<Item, 'content'> & Partial<Pick<Item, 'content'>>;

/** The place of an item among those that arrive over several edges: the number of the edge, from 1, and the position on it. */
export interface Place {
  edge: number;
  position: number;
}

export const BEGINNING: Place = { edge: 0, position: 0 };

/** Number of items that one statement reads. */
const AT_ONCE = 200;

/** Bytes of inline content of all items that are shown together; of a single item, so that it fits into a message. */
const TEXT_BYTES = 1024 * 1024;
const ONE_TEXT_BYTES = 128 * 1024;

/**
 * Reads one page of the `total` items that arrive over edges, in order, after a place. Content longer than the item's share of the text
 * budget is left out.
 */
export async function readPage(
  db: Queryable,
  attemptId: string,
  edges: Pick<GraphEdge, 'source' | 'port'>[],
  { after, total }: { after: Place; total: number },
): Promise<{ item: ShownItem; place: Place }[]> {
  const maxText = Math.min(ONE_TEXT_BYTES, Math.floor(TEXT_BYTES / Math.max(total, 1)));
  const { rows } = await db.query(
    prepared(
      `select ${ITEM_COLUMNS.replace('i.text', 'case when octet_length(i.text) <= $6 then i.text end as text')}, e.nth, o.position
       from ${ARRIVING}
       where (e.nth, o.position) > ($4::bigint, $5::bigint) order by e.nth, o.position limit $7`,
      [attemptId, ...endsOf(edges), after.edge, after.position, maxText, Math.min(AT_ONCE, total)],
    ),
  );
  return rows.map((row) => {
    const { content, ...item } = toItem(row);
    const isShown = row.text !== null || row.file !== null;
    return { item: { ...item, ...(isShown && { content }) }, place: { edge: row.nth, position: row.position } };
  });
}

/** Returns whether items arrive after a place. */
export async function hasMore(
  db: Queryable,
  attemptId: string,
  edges: Pick<GraphEdge, 'source' | 'port'>[],
  { edge, position }: Place,
): Promise<boolean> {
  const { rows } = await db.query(
    prepared(`select exists (select from ${ARRIVING} where (e.nth, o.position) > ($4::bigint, $5::bigint)) as more`, [
      attemptId,
      ...endsOf(edges),
      edge,
      position,
    ]),
  );
  return rows[0].more;
}

/** Writes a place as a cursor. */
export function writePlace({ edge, position }: Place): string {
  return `${edge}.${position}`;
}

export function readPlace(text: string): Place | undefined {
  const [, edge, position] = /^(\d{1,6})\.(\d{1,15})$/.exec(text) ?? [];
  return edge && position ? { edge: Number(edge), position: Number(position) } : undefined;
}
