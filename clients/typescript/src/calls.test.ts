import { describe, expect, it } from 'vitest';
import { Rotamer } from './client.ts';
import { type CallOptions, Transport } from './http/transport.ts';
import { Job } from './jobs/job.ts';
import { JobResults } from './jobs/results.ts';
import { Events } from './resources/events.ts';
import { Files } from './resources/files.ts';
import { Jobs } from './resources/jobs.ts';
import { Projects } from './resources/projects.ts';
import { Runs } from './resources/runs.ts';
import { Tools } from './resources/tools.ts';
import { Workflows } from './resources/workflows.ts';
import { API_KEY, jobOf } from './testing/fakeApi.ts';
import { localServer, sends, sendsPage, staysSilent } from './testing/localServer.ts';

const body = {} as never;
const file = { key: 'itm_1', name: 'a', url: 'http://127.0.0.1:9/a', size: 1, content_type: 'x' } as never;
const item = { result_url: '/api/v1/results/job_1/items/itm_1', file } as never;
const results = { job_id: 'job_1', tool: 't', status: 'COMPLETED' } as never;
type Call = (client: Rotamer, options: CallOptions, read: JobResults) => Promise<unknown> | AsyncIterable<unknown>;

/** Every call that sends requests, by class and method. */
const calls: Record<string, Call> = {
  'Rotamer.account': (client, options) => client.account(options),
  'Rotamer.request': (client, options) => client.request('GET', '/x', options),
  'Rotamer.map': (client, options) => client.map('t', ['>a'], {}, options),
  'Tools.list': (client, options) => client.tools.list(options),
  'Tools.get': (client, options) => client.tools.get('t', options),
  'Files.upload': (client, options) => client.files.upload('x', 'x.txt', options),
  'Files.sources': (client, options) => client.files.sources(options),
  'Files.fetch': (client, options) => client.files.fetch('pdb', '1UBQ', options),
  'Files.update': (client, options) => client.files.update('file_1', { name: 'n' }, options),
  'Files.list': (client, options) => client.files.list({}, options),
  'Files.get': (client, options) => client.files.get('file_1', options),
  'Files.link': (client, options) => client.files.link('file_1', options),
  'Files.open': (client, options) => client.files.open('file_1', options),
  'Files.delete': (client, options) => client.files.delete('file_1', options),
  'Jobs.quote': (client, options) => client.jobs.quote(body, options),
  'Jobs.submit': (client, options) => client.jobs.submit(body, options),
  'Jobs.run': (client, options) => client.jobs.run(body, options),
  'Jobs.list': (client, options) => client.jobs.list({}, options),
  'Jobs.get': (client, options) => client.jobs.get('job_1', options),
  'Jobs.waitAll': (client, options) => client.jobs.waitAll(['job_1', 'job_2'], options),
  'Events.list': (client, options) => client.events.list({}, options),
  'Events.stream': (client, options) => client.events.stream(options),
  'Jobs.cancel': (client, options) => client.jobs.cancel('job_1', options),
  'Jobs.update': (client, options) => client.jobs.update('job_1', { name: 'n' }, options),
  'Jobs.cancelMany': (client, options) => client.jobs.cancelMany({ filter: { tool: 't' } }, options),
  'Jobs.retryFailed': (client, options) => client.jobs.retryFailed({ filter: { tool: 't' } }, options),
  'Jobs.details': (client, options) => client.jobs.details('job_1', options),
  'Jobs.log': (client, options) => client.jobs.log('job_1', options),
  'Jobs.roCrate': (client, options) => client.jobs.roCrate('job_1', options),
  'Jobs.openInput': (client, options) => client.jobs.openInput('job_1', 1, options),
  'Jobs.followLog': (client, options) => client.jobs.followLog('job_1', options),
  'Jobs.stop': (client, options) => client.jobs.stop('job_1', options),
  'Jobs.archive': (client, options) => client.jobs.archive('job_1', options),
  'Jobs.results': (client, options) => client.jobs.results('job_1', options),
  'Job.refresh': (client, options) => client.jobs.at('job_1').refresh(options),
  'Job.events': (client, options) => client.jobs.at('job_1').events(options),
  'Job.wait': (client, options) => client.jobs.at('job_1').wait(options),
  'Job.results': (client, options) => client.jobs.at('job_1').results(options),
  'Job.cancel': (client, options) => client.jobs.at('job_1').cancel(options),
  'Job.stop': (client, options) => client.jobs.at('job_1').stop(options),
  'Job.retry': (client, options) => client.jobs.at('job_1').retry(options),
  'Job.quoteRerun': (client, options) => client.jobs.at('job_1').quoteRerun({}, options),
  'Job.rerun': (client, options) => client.jobs.at('job_1').rerun({}, options),
  'Job.sharing': (client, options) => client.jobs.at('job_1').sharing(options),
  'Job.share': (client, options) => client.jobs.at('job_1').share({}, options),
  'JobResults.open': (_client, options, read) => read.open(file, options),
  'JobResults.save': (_client, options, read) => read.save('a', options),
  'JobResults.text': (_client, options, read) => read.text('a', options),
  'Projects.list': (client, options) => client.projects.list({}, options),
  'Projects.create': (client, options) => client.projects.create(body, options),
  'Projects.get': (client, options) => client.projects.get('proj_1', options),
  'Projects.update': (client, options) => client.projects.update('proj_1', {}, options),
  'Projects.assign': (client, options) => client.projects.assign(body, options),
  'Projects.delete': (client, options) => client.projects.delete('proj_1', body, options),
  'Projects.deletion': (client, options) => client.projects.deletion('del_1', options),
  'Projects.retryDeletion': (client, options) => client.projects.retryDeletion('del_1', options),
  'Workflows.list': (client, options) => client.workflows.list({}, options),
  'Workflows.get': (client, options) => client.workflows.get('wf_1', options),
  'Workflows.validate': (client, options) => client.workflows.validate('wf_1', body, options),
  'Workflows.quote': (client, options) => client.workflows.quote('wf_1', {}, options),
  'Workflows.start': (client, options) => client.workflows.start('wf_1', body, 'key', options),
  'Runs.list': (client, options) => client.runs.list({}, options).page(),
  'Runs.get': (client, options) => client.runs.get('run_1', undefined, options),
  'Runs.jobs': (client, options) => client.runs.jobs('run_1', {}, options),
  'Runs.results': (client, options) => client.runs.results('run_1', undefined, options),
  'Runs.archive': (client, options) => client.runs.archive('run_1', options),
  'Runs.open': (client, options) => client.runs.open(item, options),
  'Runs.follow': (client, options) => client.runs.follow('run_1', options.signal),
  'Runs.curation': (client, options) => client.runs.curation('run_1', options),
  'Runs.curate': (client, options) => client.runs.curate('run_1', body, options),
  'Runs.quote': (client, options) => client.runs.quote('run_1', {}, options),
  'Runs.continue': (client, options) => client.runs.continue('run_1', {}, options),
  'Runs.cancel': (client, options) => client.runs.cancel('run_1', options),
  'Runs.retry': (client, options) => client.runs.retry('run_1', body, 'key', options),
  'Runs.rerun': (client, options) => client.runs.rerun('run_1', {}, 'key', options),
};

/** Methods that send nothing. */
const quiet = ['Rotamer.toJSON', 'Jobs.at', 'Job.toJSON', 'JobResults.values', 'JobResults.file', 'JobResults.toJSON'];

/** Creates a client, and results that it has read. */
function clientOf(baseUrl: string, signal?: AbortSignal) {
  const options = { apiKey: API_KEY, baseUrl, signal, timeoutMs: 60_000, retryForMs: 60_000, fetch };
  return { client: new Rotamer(options), read: new JobResults(new Transport(options), results, [file], []) };
}

async function runToEnd(call: Promise<unknown> | AsyncIterable<unknown>): Promise<void> {
  if (Symbol.asyncIterator in call) for await (const _ of call);
  else await call;
}

it('every method that sends requests is in this test', () => {
  const methods = [Rotamer, Tools, Events, Files, Jobs, Job, JobResults, Projects, Workflows, Runs].flatMap((one) =>
    Object.entries(Object.getOwnPropertyDescriptors(one.prototype))
      .filter(([name, { value }]) => typeof value === 'function' && name !== 'constructor')
      .map(([name]) => `${one.name}.${name}`),
  );
  expect(methods.filter((name) => !quiet.includes(name)).sort()).toEqual(Object.keys(calls).sort());
});

describe.each(Object.entries(calls))('%s', (_name, call) => {
  const reason = new Error('enough');

  it.each(['of the call', 'of the client'])('ends with the signal %s while the server is silent', async (whose) => {
    const abort = new AbortController();
    const server = await localServer((request, response) => {
      staysSilent(request, response);
      abort.abort(reason);
    });
    const isOwn = whose === 'of the call';
    const { client, read } = clientOf(server.url, isOwn ? undefined : abort.signal);
    await expect(runToEnd(call(client, isOwn ? { signal: abort.signal } : {}, read))).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('ends with its signal between two attempts', async () => {
    const abort = new AbortController();
    const server = await localServer((request, response) => {
      sendsPage(503)(request, response);
      response.once('finish', () => setTimeout(() => abort.abort(reason), 20));
    });
    const { client, read } = clientOf(server.url);
    const ended = await runToEnd(call(client, { signal: abort.signal }, read)).catch((error) => error);
    // A request that is never sent again has already failed.
    if (ended !== reason) expect(ended).toMatchObject({ status: 503 });
  });
});

it('sends nothing when its signal is already aborted', async () => {
  const server = await localServer(sends(jobOf('QUEUED')));
  const client = new Rotamer({ apiKey: API_KEY, baseUrl: server.url });
  await expect(client.jobs.submit(body, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
  expect(server.requests).toEqual([]);
});
