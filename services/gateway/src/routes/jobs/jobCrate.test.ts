import { JobDetails } from '@rotamer/proto/jobs/v1/jobs.ts';
import { afterAll, expect, it } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { testInput } from '../../testing/testJobs.ts';
import { storeResult } from '../../testing/testResult.ts';

const { app, jobs, blobs, issueKey, stop } = await testGateway();
afterAll(stop);

type Entity = { '@id': string; '@type': string } & Record<string, unknown>;
const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(idsIn) : typeof value === 'object' && value ? [(value as Entity)['@id']] : [];

it('describes tool, inputs, settings and results of a job as a crate in which every part is described', async () => {
  const job = await storeResult(blobs);
  jobs.known.set(job.id, job);
  const input = testInput('>a\nMKV\n').input!;
  jobs.describe = async () =>
    JobDetails.fromPartial({ job, toolName: 'Protein properties', settingsJson: '{"window":9}', inputs: [input] });
  const url = `/api/v1/jobs/${job.id}/ro-crate`;
  const { body, headers } = await app.inject({ url, headers: bearer(issueKey()) });
  expect(headers['content-type']).toContain('application/ld+json');
  const { '@context': context, '@graph': graph } = JSON.parse(body) as { '@context': string; '@graph': Entity[] };
  expect(context).toBe('https://w3id.org/ro/crate/1.1/context');
  const byId = new Map(graph.map((entity) => [entity['@id'], entity]));
  expect(byId.size).toBe(graph.length);
  expect(byId.get('ro-crate-metadata.json')).toMatchObject({ about: { '@id': './' } });
  const run = byId.get('#run')!;
  const inputId = `http://127.0.0.1:8080/api/v1/jobs/${job.id}/inputs/1`;
  expect(idsIn(run.object)).toEqual([inputId, '#setting-window']);
  expect(byId.get(inputId)).toMatchObject({ sha256: input.sha256, '@type': 'File' });
  expect(byId.get('#setting-window')).toMatchObject({ value: 9 });
  expect(idsIn(run.result).length).toBeGreaterThan(0);
  expect(byId.get(idsIn(run.instrument)[0]!)).toMatchObject({ softwareVersion: job.toolVersion });
  const outside = /^http:\/\/schema\.org\/|^https:\/\/w3id\.org\/ro\/crate\/1\.1$/;
  for (const entity of graph)
    for (const id of Object.values(entity).flatMap(idsIn)) if (!outside.test(id)) expect(byId.has(id), id).toBe(true);
});
