import { validationFault } from '@rotamer/kit/errors/fault.ts';

const MAX_PAGE = 1_000;

export interface PageOf<Row> {
  rows: Row[];
  /** Whether rows follow after these. */
  hasMore: boolean;
}

/** Reads one row more than the page has room for, and returns whether that row existed. */
export async function pageOf<Row>(limit: number, read: (limit: number) => Promise<Row[]>): Promise<PageOf<Row>> {
  if (limit < 1 || limit > MAX_PAGE) throw validationFault([{ path: 'limit', message: `must be 1 to ${MAX_PAGE}` }]);
  const rows = await read(limit + 1);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}
