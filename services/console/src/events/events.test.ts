import { expect, it } from 'vitest';
import { list, SESSION, type Sent, testConsole, WORKSPACE } from '../testing/testConsole.ts';

it('passes on the stream of the workspace, from the last event that the browser has', async () => {
  const { open, sent } = await testConsole({
    'GET /events/stream': () => new Response('event: ping\n\n', { headers: { 'content-type': 'text/event-stream' } }),
  });
  const { body, headers } = await open('events', { 'last-event-id': 'Mg' });
  expect([headers['content-type'], body]).toEqual(['text/event-stream', 'event: ping\n\n']);
  expect(sent.at(-1)!.path).toBe('/events/stream?type=job.*%2Cworkflow_run.*');
  expect(sent.at(-1)!.headers.get('last-event-id')).toBe('Mg');
});

it.each(['', 'jobs'])('follows what happens after the page "%s" began to read its jobs', async (path) => {
  const { open, sent } = await testConsole({
    'GET /events': () => list([], 'Nyt3cw=='),
    'GET /events/stream': () => new Response('event: ping\n\n', { headers: { 'content-type': 'text/event-stream' } }),
  });
  const { body } = await open(path);
  const asked = sent.map((one) => one.path.split('?')[0]);
  expect(asked.indexOf('/events')).toBeLessThan(asked.indexOf('/jobs'));
  const [, events] = /ws_1\/(events\?after=[\w%]+)/.exec(body)!;
  await open(events);
  expect(new URLSearchParams(sent.at(-1)!.path.split('?')[1]).get('after')).toBe('Nyt3cw==');
});

it('tells the browser not to ask again where there is no stream', async () => {
  const { open } = await testConsole();
  expect((await open('events')).statusCode).toBe(204);
});

it.each(['events', 'jobs/job_1/events', 'jobs/job_1/log/events'])(
  'ends the stream %s when the console stops',
  async (path) => {
    const endless = ({ init: { signal } }: Sent) =>
      new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('event: ping\n\n'));
          signal!.addEventListener('abort', () => stream.error(signal!.reason));
        },
      });
    const answer = (sent: Sent) => new Response(endless(sent), { headers: { 'content-type': 'text/event-stream' } });
    const { app } = await testConsole({
      'GET /events/stream': answer,
      'GET /jobs/job_1/events': answer,
      'GET /jobs/job_1/log/stream': answer,
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { cookie: `rotamer_8080=${SESSION}` };
    const { body } = await fetch(`${address}/w/${WORKSPACE}/${path}`, { headers });
    const reader = body!.getReader();
    await reader.read();
    const rest = reader.read().catch(() => 'cut off');
    await app.close();
    expect(await rest).toBe('cut off');
  },
);
