import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { fileSourceList } from '../../schemas/fileSource.ts';

/** GET /file-sources: the public databases from which files are fetched, in one page. */
export const listFileSources = operation({
  id: 'listFileSources',
  method: 'GET',
  path: '/file-sources',
  access: { scope: 'files:read', role: 'viewer', limited: 'always' },
  tag: 'Files',
  summary: 'List sources of files',
  description: 'The operator chooses the databases and their addresses. The list is empty where nothing is fetched.',
  responses: { 200: { body: ref(fileSourceList) } },
  errors: [],
  sample: {
    call: 'files.sources',
    cli: 'files sources',
    shown: { as: 'source', fields: ['id', 'name', 'example'], isList: true },
    // All sources come in one array, which needs no asynchronous loop.
    typescript: `for (const source of await rotamer.files.sources()) console.log(source.id, source.name, source.example);`,
  },
});
