import { expect, it } from 'vitest';
import { testConsole } from '../testing/testConsole.ts';

it('passes on the stream of the workspace, from the last event that the browser has', async () => {
  const { open, sent } = await testConsole({
    'GET /events/stream': () => new Response('event: ping\n\n', { headers: { 'content-type': 'text/event-stream' } }),
  });
  const { body, headers } = await open('events', { 'last-event-id': 'Mg' });
  expect([headers['content-type'], body]).toEqual(['text/event-stream', 'event: ping\n\n']);
  expect(sent.at(-1)!.path).toBe('/events/stream?type=job.*%2Cworkflow_run.*');
  expect(sent.at(-1)!.headers.get('last-event-id')).toBe('Mg');
});

it('tells the browser not to ask again where there is no stream', async () => {
  const { open } = await testConsole();
  expect((await open('events')).statusCode).toBe(204);
});
