// @module-tag tracing

import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { expect, it, onTestFinished } from 'vitest';
import { createBatcher } from '../batching/batcher.ts';
import type { Bus } from '../bus/bus.ts';
import { openPostgresBus } from '../bus/postgresBus.ts';
import { startSignals } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import { Fault } from '../errors/fault.ts';
import { appendOutbox } from '../outbox/outbox.ts';
import { startRelay } from '../outbox/startRelay.ts';
import { numbered } from '../testing/busMessages.ts';
import { eventually } from '../testing/eventually.ts';
import { quietLog } from '../testing/quietLog.ts';
import { recordSpans } from '../testing/recordSpans.ts';
import { accessClient, rejection, startAccess } from '../testing/startAccess.ts';
import { busDatabase, kitDatabase } from '../testing/templateDatabase.ts';
import { activeTraceparent, inSpan, tracer } from './spans.ts';

/** Does work in the first span of a new trace. */
function inTrace<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return tracer.startActiveSpan(name, (span) => work().finally(() => span.end()));
}

/** Returns the names from a span up to the first span of its trace. */
function path(spans: ReadableSpan[], name: string): string[] {
  const up: string[] = [];
  let span = spans.find((one) => one.name === name);
  for (; span; span = spans.find((one) => one.spanContext().spanId === span!.parentSpanContext?.spanId))
    up.push(span.name);
  return up;
}

const CREATE_USER = 'rotamer.gateway.v1.Access/CreateUser';

it('nests the server’s span in the client’s, and the statements of the handler in the server’s', async () => {
  const spans = recordSpans();
  const { db } = await kitDatabase();
  const { address } = await startAccess({
    createUser: async (_, { traceparent }) => {
      await transaction(db, (tx) => tx.query('select count(*) from outbox where key = $1', ['secret']));
      return { id: traceparent };
    },
  });
  const { id } = await inTrace('root', () => accessClient(address).createUser({ email: 'secret@example.org' }));

  const all = spans.getFinishedSpans();
  expect(path(all, 'select outbox')).toEqual(['select outbox', CREATE_USER, CREATE_USER, 'root']);
  const [server, client] = all.filter((span) => span.name === CREATE_USER);
  expect([server!.kind, client!.kind]).toEqual([SpanKind.SERVER, SpanKind.CLIENT]);
  expect(server!.parentSpanContext?.spanId).toBe(client!.spanContext().spanId);
  expect(id).toContain(server!.spanContext().spanId);
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'commit']));
  expect(JSON.stringify(all.map(({ name, attributes, events }) => [name, attributes, events]))).not.toContain('secret');
});

it('records the kind of failure of a failed call, but not its message', async () => {
  const spans = recordSpans();
  const { address } = await startAccess({
    createUser: async () => {
      throw new Fault('conflict', 'secret@example.org is taken.');
    },
  });
  await inTrace('root', () => rejection(accessClient(address).createUser({})));
  const [server, client] = spans.getFinishedSpans();
  for (const span of [server!, client!]) expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(server!.attributes).toMatchObject({ 'rpc.grpc.status': 'FAILED_PRECONDITION' });
});

it('creates no span for a call outside of a trace', async () => {
  const spans = recordSpans();
  const { address } = await startAccess({ createUser: async () => ({ id: '' }) });
  await accessClient(address).createUser({});
  await accessClient(address).createUser(
    {},
    { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00' },
  );
  expect(spans.getFinishedSpans()).toEqual([]);
});

it('keeps the trace of an event from the outbox over the bus to the consumer', async () => {
  const spans = recordSpans();
  const database = await kitDatabase();
  const { url } = await busDatabase();
  const bus = openPostgresBus({ url, log: quietLog });
  onTestFinished(() => bus.stop());
  const handled: string[] = [];
  await bus.consume('jobs.events.v1', 'files', async ({ traceparent }) => {
    await database.db.query('select 1 from inbox');
    handled.push(traceparent);
  });
  await inTrace('root', () =>
    transaction(database.db, (tx) =>
      appendOutbox(tx, [{ ...numbered('job_1', 1), topic: 'jobs.events.v1', traceparent: activeTraceparent()! }]),
    ),
  );
  startRelayOf(database, bus);

  const done = () => spans.getFinishedSpans();
  await eventually(() => done().some(({ name }) => name === 'consume counted'));
  expect(path(done(), 'insert outbox')).toEqual(['insert outbox', 'root']);
  await eventually(() => done().some(({ name }) => name === 'publish jobs.events.v1'));
  expect(path(done(), 'select append_events')).toEqual(['select append_events', 'publish jobs.events.v1', 'root']);
  expect(path(done(), 'select inbox')).toEqual(['select inbox', 'consume counted', 'root']);
  const consumed = done().find(({ name }) => name === 'consume counted')!;
  expect(handled[0]).toContain(`${consumed.spanContext().traceId}-${consumed.spanContext().spanId}`);
});

function startRelayOf({ url, db }: Awaited<ReturnType<typeof kitDatabase>>, bus: Bus): void {
  const signals = startSignals({ url, db, log: quietLog });
  onTestFinished(signals.stop);
  onTestFinished(startRelay({ url, bus, signals, log: quietLog }).stop);
}

it('adds a batch to the first trace that waits for it, and links to the others', async () => {
  const spans = recordSpans();
  const add = createBatcher<number, number>({ maxInFlight: 1, maxItems: 10, run: async (items) => items });
  await Promise.all([add(0), ...[1, 2, 3].map((n) => inTrace(`root ${n}`, () => add(n)))]);
  const all = spans.getFinishedSpans();
  const root = (n: number) => all.find(({ name }) => name === `root ${n}`)!.spanContext();
  const [batch] = all.filter(({ name }) => name === 'batch');
  expect(batch!.parentSpanContext?.spanId).toBe(root(1).spanId);
  expect(batch!.links.map((link) => link.context.spanId)).toEqual([root(2).spanId, root(3).spanId]);
  expect(batch!.attributes['batch.size']).toBe(4);
});

it('does not attribute work of an unrecorded trace to the active trace', async () => {
  const spans = recordSpans();
  await inTrace('root', () =>
    inSpan('other', { traceparent: '' }, async () => {
      expect(trace.getActiveSpan()).toBeUndefined();
    }),
  );
  expect(spans.getFinishedSpans().map(({ name }) => name)).toEqual(['root']);
});
