import { ReleaseState } from '@rotamer/proto/jobs/v1/datasets.ts';
import { openClients } from '@rotamer/stack/admin/clients.ts';
import { findAccess } from '@rotamer/stack/admin/findAccess.ts';

/** Registers a dataset that every workspace may search, without its data: its jobs wait. Returns its id. */
export async function registerDataset(dataDir: string): Promise<string> {
  const { datasets, close } = openClients(findAccess(dataDir, {}));
  try {
    const named = { datasetId: 'samples', release: '1' };
    const sha256 = 'ab'.repeat(32);
    const all = (await datasets.listAll({})).datasets;
    if (all.some(({ id }) => id === named.datasetId)) return named.datasetId;
    await datasets.begin({
      ...named,
      kind: 'protein-sequences',
      title: 'Samples',
      licence: 'CC0-1.0',
      source: 'tests',
    });
    await datasets.change({ ...named, state: ReleaseState.READY, sha256, records: 1, residues: 10, bytes: 100 });
    await datasets.grant({ datasetId: 'samples', everyone: true });
    return named.datasetId;
  } finally {
    close();
  }
}
