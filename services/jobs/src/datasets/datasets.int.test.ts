import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { DatasetsDefinition, ReleaseState } from '@rotamer/proto/jobs/v1/datasets.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { describe, expect, it } from 'vitest';
import { ALL_OFFERS, aSubmission, startJobs } from '../testing/startJobs.ts';
import { startOfferMatching } from '../work/matchOffers.ts';

const sha256 = 'ab'.repeat(32);

async function startSearched() {
  const world = await startJobs();
  const admin = world.server.ask(DatasetsDefinition, 'operator');
  const datasets = world.server.ask(DatasetsDefinition, 'gateway');
  const { scope, workspaceId } = await world.member(1000);
  async function importRelease(
    release: string,
    { datasetId = 'swissprot', digest = sha256, residues = 30, taxonomy = '' } = {},
  ) {
    const named = { datasetId, release };
    await admin.begin({ ...named, kind: 'protein-sequences', title: '', licence: 'CC-BY-4.0', source: 'a test' });
    await admin.change({ ...named, state: ReleaseState.BUILDING });
    await admin.change({
      ...named,
      state: ReleaseState.READY,
      sha256: digest,
      records: 3,
      residues,
      bytes: 100,
      taxonomy,
    });
  }
  await importRelease('2026_03');
  await admin.grant({ datasetId: 'swissprot', addedWorkspaceIds: [workspaceId] });
  const hold = (...held: string[]) => world.leases.announce({ runnerId: 'r1', offers: ALL_OFFERS, datasets: held });
  const submit = (database: string, to = scope, more = {}) => world.jobs.submit(aSearch(database, more), to);
  return { ...world, admin, datasets, scope, workspaceId, importRelease, hold, submit };
}

/** Returns a request for blast-search in a dataset. */
function aSearch(database: string, more = {}) {
  const [input] = aSubmission().inputs;
  const inputs = [{ ...input!, slotId: 'queries' }];
  return aSubmission({ tool: 'blast-search', inputs, settingsJson: JSON.stringify({ database, ...more }) });
}

const problemOf = (message: string) => ({
  code: 'validation_error',
  details: { errors: [{ path: 'settings.database', message }] },
});

describe('a job that searches a dataset', () => {
  it('pins the newest ready release, and keeps it when a newer one is imported', async () => {
    const { submit, importRelease, hold, getJob, claimOne, leases, scope } = await startSearched();
    await hold('swissprot@2026_03', 'swissprot@2026_04');
    const { job } = await submit('swissprot');
    await importRelease('2026_04', { digest: 'cd'.repeat(32) });
    const { job: later } = await submit('swissprot');
    expect(later).toMatchObject({ dataset: 'swissprot@2026_04', datasetSha256: 'cd'.repeat(32) });
    expect(await getJob(job!.id, scope)).toMatchObject({ dataset: 'swissprot@2026_03', datasetSha256: sha256 });
    const { settingsJson, dataset } = await leases.fetchInputs(await claimOne());
    expect(JSON.parse(settingsJson).database).toBe('swissprot@2026_03');
    expect(dataset).toEqual({
      ...{ id: 'swissprot', release: '2026_03', sha256, kind: 'protein-sequences', records: 3, residues: 30 },
    });
  });

  it('may choose taxa of a release that has them, and is refused before a charge for another', async () => {
    const { submit, importRelease, datasets, scope } = await startSearched();
    await expect(submit('swissprot', scope, { taxids: '9606' })).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: [{ path: 'settings.taxids', message: expect.stringMatching(/^the release has no taxa/) }] },
    });
    await importRelease('2026_04', { taxonomy: 'lineage' });
    const { job } = await submit('swissprot', scope, { taxids: '40674', exclude_taxids: '9606' });
    expect(job!.dataset).toBe('swissprot@2026_04');
    const { releases } = await datasets.get({ datasetId: 'swissprot' }, scope);
    expect(releases.map(({ taxonomy }) => taxonomy)).toEqual(['lineage', '']);
    await expect(importRelease('2026_05', { taxonomy: 'all' })).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('is refused before a charge when its dataset is unknown, not granted or retired', async () => {
    const { submit, admin, member, importRelease, db, jobs, scope } = await startSearched();
    await importRelease('1', { datasetId: 'secret' });
    await expect(submit('uniref50')).rejects.toMatchObject(
      problemOf("there is no dataset 'uniref50'; there are: swissprot"),
    );
    await expect(submit('secret')).rejects.toMatchObject(
      problemOf("there is no dataset 'secret'; there are: swissprot"),
    );
    const other = await member(10);
    await expect(submit('swissprot', other.scope)).rejects.toMatchObject(
      problemOf("there is no dataset 'swissprot'; there are none"),
    );
    await expect(submit('swissprot@2020')).rejects.toMatchObject(
      problemOf("swissprot has no release '2020'; there are: swissprot@2026_03"),
    );
    await admin.change({ datasetId: 'swissprot', release: '2026_03', state: ReleaseState.RETIRED });
    await expect(submit('swissprot@2026_03')).rejects.toMatchObject(
      problemOf("release '2026_03' of swissprot is retired; there are none"),
    );
    await expect(jobs.quote({ ...aSearch('swissprot') }, scope)).rejects.toMatchObject({ code: 'validation_error' });
    expect((await db.query('select id from jobs')).rows).toEqual([]);
  });

  it('waits as PENDING, with the reason, until a runner holds its release', async () => {
    const { submit, hold, getJob, claimOne, deps, scope } = await startSearched();
    const { job } = await submit('swissprot');
    expect(job).toMatchObject({
      status: JobStatus.PENDING,
      error: expect.stringContaining('No runner of this tool holds swissprot@2026_03'),
    });
    const loop = startOfferMatching(deps);
    await hold('pdb@1');
    await expect(claimOne()).rejects.toThrow('nothing to claim');
    await hold('swissprot@2026_03');
    await eventually(async () => (await getJob(job!.id, scope)).status === JobStatus.QUEUED);
    await loop.stop();
    expect((await claimOne()).jobId).toBe(job!.id);
  });

  it('goes only to a runner that holds its release', async () => {
    const { submit, hold, leases, claimOne } = await startSearched();
    await hold('swissprot@2026_03');
    await leases.announce({ runnerId: 'r2', offers: ALL_OFFERS });
    const { job } = await submit('swissprot');
    await expect(claimOne('r2')).rejects.toThrow('nothing to claim');
    expect((await claimOne('r1')).jobId).toBe(job!.id);
  });

  it('is wanted from runners that fetch releases, and only as long as it waits', async () => {
    const { submit, importRelease, leases, hold, claimOne } = await startSearched();
    await importRelease('2026_04');
    const wanted = async (fetchesDatasets: boolean, ...datasets: string[]) =>
      (await leases.announce({ runnerId: 'r2', offers: ALL_OFFERS, datasets, fetchesDatasets })).wantedDatasets;
    expect(await wanted(true)).toEqual([]);
    await hold('swissprot@2026_03');
    await submit('swissprot@2026_04');
    await submit('swissprot@2026_03');
    await submit('swissprot@2026_04');
    expect(await wanted(false)).toEqual([]);
    expect(await wanted(true)).toEqual(['swissprot@2026_04', 'swissprot@2026_03']);
    await claimOne();
    expect(await wanted(true)).toEqual(['swissprot@2026_04']);
  });

  it('is priced by the residues of its release', async () => {
    const { jobs, importRelease, scope } = await startSearched();
    const small = await jobs.quote(aSearch('swissprot'), scope);
    await importRelease('large', { residues: 1e12 });
    const large = await jobs.quote(aSearch('swissprot'), scope);
    expect(large.estimatedMillicredits).toBeGreaterThan(10 * small.estimatedMillicredits);
    expect(large.reservedMillicredits).toBeGreaterThan(small.reservedMillicredits);
  });
});

describe('a job that runs again', () => {
  it('searches its own release, and the newest one when asked', async () => {
    const { submit, importRelease, jobs, scope } = await startSearched();
    const { job } = await submit('swissprot');
    await importRelease('2026_04');
    const databaseOf = async (more = {}) => {
      const { submission } = await jobs.recall({ jobId: job!.id, ...more }, scope);
      const again = await jobs.submit({ ...aSubmission(), ...submission!, submission }, scope);
      return again.job!.dataset;
    };
    expect(await databaseOf()).toBe('swissprot@2026_03');
    expect(await databaseOf({ newestRelease: true })).toBe('swissprot@2026_04');
    const settingsJson = JSON.stringify({ database: 'pdb' });
    await expect(jobs.recall({ jobId: job!.id, newestRelease: true, settingsJson }, scope)).rejects.toMatchObject({
      details: { errors: [{ path: 'dataset_release' }] },
    });
  });
});

describe('a quote of a search', () => {
  it('says how long it may run, how many jobs wait before it, and whether a runner holds its release', async () => {
    const { jobs, submit, hold, scope } = await startSearched();
    const quote = () => jobs.quote(aSearch('swissprot'), scope);
    const reason = expect.stringContaining('No runner of this tool holds swissprot@2026_03');
    expect(await quote()).toMatchObject({ jobsAhead: 0, expectedRuntimeMs: 60_000, waitingReason: reason });
    await hold('swissprot@2026_03');
    await submit('swissprot');
    await eventually(async () => (await quote()).waitingReason === undefined);
    await submit('swissprot');
    expect((await quote()).jobsAhead).toBe(1);
  });
});

describe('the register of datasets', () => {
  it('shows a workspace only what it may search', async () => {
    const { datasets, admin, member, scope, importRelease } = await startSearched();
    await importRelease('1', { datasetId: 'pdb' });
    await admin.begin({ datasetId: 'swissprot', release: 'next', kind: 'protein-sequences' });
    const list = async (to = scope) => (await datasets.list({}, to)).datasets;
    expect(await list()).toMatchObject([{ id: 'swissprot', releases: [{ release: '2026_03' }], workspaceIds: [] }]);
    const other = await member(10);
    expect(await list(other.scope)).toEqual([]);
    await expect(datasets.get({ datasetId: 'pdb' }, other.scope)).rejects.toMatchObject({ code: 'not_found' });
    await admin.grant({ datasetId: 'pdb', everyone: true });
    expect((await list(other.scope)).map(({ id }) => id)).toEqual(['pdb']);
    const all = (await admin.listAll({})).datasets;
    expect(all.map(({ id, releases }) => [id, releases.length])).toEqual([
      ['pdb', 1],
      ['swissprot', 2],
    ]);
  });

  it('refuses another kind for a dataset, and a release a second time', async () => {
    const { admin } = await startSearched();
    const begin = (release: string, kind: string) => admin.begin({ datasetId: 'swissprot', release, kind });
    await expect(begin('2026_04', 'hmm-profiles')).rejects.toMatchObject({ code: 'conflict' });
    await expect(begin('2026_03', 'protein-sequences')).rejects.toMatchObject({ code: 'conflict' });
    await expect(begin('../x', 'protein-sequences')).rejects.toMatchObject({ code: 'validation_error' });
    expect((await admin.listAll({})).datasets[0]!.releases).toHaveLength(1);
  });
});

it('signs downloads of registered releases for runners, below their folders only', async () => {
  const { leases, admin } = await startSearched();
  const sign = (release: string, ...paths: string[]) => leases.signRelease({ datasetId: 'swissprot', release, paths });
  expect(await sign('2026_03', 'release.json', 'blast/db.phr')).toEqual({
    ...{ sha256, urls: { 'release.json': '', 'blast/db.phr': '' } },
  });
  await expect(sign('2026_03', '../../x')).rejects.toMatchObject({ code: 'validation_error' });
  await expect(sign('2026_04', 'release.json')).rejects.toMatchObject({ code: 'not_found' });
  await admin.begin({
    datasetId: 'swissprot',
    release: '2026_04',
    kind: 'protein-sequences',
    title: '',
    licence: '',
    source: '',
  });
  await expect(sign('2026_04', 'release.json')).rejects.toMatchObject({ code: 'not_found' });
});
