import { listFileSources as operation } from '@rotamer/api/operations/files/listFileSources.ts';
import { handler } from '../handler.ts';

/** GET /file-sources: the public databases from which files are fetched, in one page. */
export const listFileSources = handler(operation, ({ fileSources }) => async () => {
  const data = [...fileSources.values()].map(({ id, name, format, example }) => {
    return { id, object: 'file_source' as const, name, format, example };
  });
  return { object: 'list' as const, data, has_more: false, next_cursor: null };
});
