import { presentDataset } from '@rotamer/present/presentDataset.ts';
import { expect, it } from 'vitest';
import { testDatasets } from '../../testing/testDatasets.ts';

it('names the newest release that new jobs may pin', async () => {
  const dataset = presentDataset(await testDatasets().get({ datasetId: 'swissprot' }));
  expect(dataset).toMatchObject({ id: 'swissprot', license: 'CC-BY-4.0', newest_release: '2026_03' });
  expect(dataset.releases.map(({ release, state, taxonomy }) => [release, state, taxonomy])).toEqual([
    ['2026_04', 'retired', 'none'],
    ['2026_03', 'ready', 'taxa'],
  ]);
});
