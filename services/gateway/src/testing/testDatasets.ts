import { notFound } from '@rotamer/kit/errors/fault.ts';
import { Dataset, ReleaseState } from '@rotamer/proto/jobs/v1/datasets.ts';
import type { Datasets } from '../clients/clients.ts';

/** The datasets of the jobs service, in memory: every workspace may search `swissprot`. */
export function testDatasets(): Datasets {
  const readyAt = new Date('2026-03-01T12:00:00Z');
  const figures = { sha256: 'ab'.repeat(32), records: 3, residues: 30, bytes: 100, readyAt };
  const swissprot = Dataset.fromPartial({
    ...{ id: 'swissprot', kind: 'protein-sequences', title: 'Swiss-Prot', licence: 'CC-BY-4.0', source: 'a test' },
    releases: [
      { release: '2026_04', state: ReleaseState.RETIRED, ...figures },
      { release: '2026_03', state: ReleaseState.READY, ...figures, taxonomy: 'taxa' },
    ],
  });
  return {
    list: async () => ({ datasets: [swissprot] }),
    get: async ({ datasetId }) => {
      if (datasetId !== swissprot.id) throw notFound('dataset');
      return swissprot;
    },
  };
}
