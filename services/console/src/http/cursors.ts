/** Returns the cursor in the address of a list: the end of the page before. Undefined on the first page. */
export function afterOf(query: unknown): string | undefined {
  const { after } = query as { after?: unknown };
  return typeof after === 'string' ? after : undefined;
}

/** Returns the cursor of the next page; undefined on the last one. */
export function nextOf(page: { has_more: boolean; next_cursor: string | null }): string | undefined {
  return page.has_more ? (page.next_cursor ?? undefined) : undefined;
}
