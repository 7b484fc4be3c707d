import { MAX_PREFIXES, OWNED_PREFIX } from '@rotamer/kit/service/orphanService.ts';
import type { Command } from './command.ts';

export const blobsSweep: Command = {
  name: 'blobs sweep',
  summary: 'deletes bytes that belong to no job and no file, which a restore of the databases leaves; reads all keys',
  required: {},
  async run(_options, { orphans }, openStore) {
    const store = await openStore!();
    let prefixes = 0;
    let queued = 0;
    for (const [root, owner] of Object.entries(orphans)) {
      for await (const some of prefixesIn(store.list(`${root}/`))) {
        prefixes += some.length;
        queued += (await owner.queue({ prefixes: some })).queued;
      }
    }
    return { prefixes, queued };
  },
};

/** Yields the distinct owner prefixes among these keys, in batches. */
async function* prefixesIn(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch = new Set<string>();
  for await (const key of keys) {
    const prefix = `${key.split('/', 3).join('/')}/`;
    if (OWNED_PREFIX.test(prefix)) batch.add(prefix);
    if (batch.size < MAX_PREFIXES) continue;
    yield [...batch];
    batch = new Set();
  }
  if (batch.size > 0) yield [...batch];
}
