import { expect, it } from 'vitest';
import { fakeApi, json } from '../testing/fakeApi.ts';

const running = { object: 'workflow_run', id: 'run_1', status: 'RUNNING' };

it('asks for a mail at the end of a run that is started, also again', async () => {
  const { client, requests } = fakeApi(...Array(3).fill(json(running, 202)));
  await client.workflows.start('wf_1', { input_data: {} } as never, 'key', { notify: true });
  await client.runs.rerun('run_1', {}, 'key', { notify: true });
  await client.runs.rerun('run_1');
  expect(requests.map(({ headers }) => headers.get('prefer'))).toEqual(['notify=mail', 'notify=mail', null]);
});

it('sees a paused run within 5 s, reports each state once, and honours Retry-After', async () => {
  const { client, time } = fakeApi(
    ...Array(5).fill(json(running)),
    json(running, 200, { 'retry-after': '40' }),
    json({ ...running, status: 'PAUSED' }),
  );
  const states: string[] = [];
  for await (const { status } of client.runs.follow('run_1')) states.push(status);
  expect(states).toEqual(['RUNNING', 'PAUSED']);
  expect(time.waited).toEqual([1000, 2000, 3000, 5000, 5000, 40_000]);
});
