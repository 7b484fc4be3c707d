// @module-tag real

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKafka } from '@rotamer/neighbours/kafka/startKafka.ts';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { connectBus, describeBus } from '../../testing/busContract.ts';
import { numbered, numberOf } from '../../testing/busMessages.ts';
import { eventually } from '../../testing/eventually.ts';
import { quietLog } from '../../testing/quietLog.ts';
import { kitDatabase } from '../../testing/templateDatabase.ts';
import { createKafka } from './kafkaClient.ts';
import { toKafka } from './kafkaMessage.ts';
import { createTopics } from './kafkaTopics.ts';

/** How long members may take to find a broker that was restarted. */
const PATIENCE_MS = 60_000;

describeBus('kafka', async () => {
  const kafkaBrokers = inject('kafkaBrokers');
  const prefix = `test-${randomUUID()}.`;
  const { url } = await kitDatabase();
  return {
    env: {
      ROTAMER_KAFKA_BROKERS: kafkaBrokers,
      ROTAMER_KAFKA_TOPIC_PREFIX: prefix,
      ROTAMER_POSTGRES_URL: url,
    },
    takeoverMs: 60_000,
    async createTopic(topic, groups) {
      const kafka = createKafka({ kafkaBrokers }, quietLog);
      await createTopics(kafka, [{ topic, groups }], { prefix, retentionDays: 7 });
    },
  };
});

const TOPIC = 'jobs.events.v1';

describe('the kafka bus', () => {
  it('fails to open with the names of missing topics and the command that creates them', async () => {
    const { url } = await kitDatabase();
    const bus = await connectBus({
      ROTAMER_KAFKA_BROKERS: inject('kafkaBrokers'),
      ROTAMER_KAFKA_TOPIC_PREFIX: 'no.',
      ROTAMER_POSTGRES_URL: url,
    });
    const nothing = () => {};
    await expect(bus.consume(TOPIC, 'files', async () => {})).rejects.toThrow(
      `Missing Kafka topics: no.${TOPIC}, no.${TOPIC}.files.retry, no.${TOPIC}.files.dlq.`,
    );
    await expect(bus.tail(TOPIC, nothing, nothing)).rejects.toThrow('npm run admin -- bus create-topics');
  });

  it('replays dead letters in the order of their offsets, not of their timestamps', async () => {
    const kafkaBrokers = inject('kafkaBrokers');
    const prefix = `test-${randomUUID()}.`;
    const kafka = createKafka({ kafkaBrokers }, quietLog);
    await createTopics(kafka, [{ topic: TOPIC, groups: ['files'] }], { prefix, retentionDays: 7 });
    const producer = kafka.producer();
    await producer.connect();
    const now = Date.now();
    // Dead-lettered by processes whose clocks differ by minutes.
    const messages = [3, 1, 2, 0].map((minutesAgo, n) => {
      return { ...toKafka(numbered('job_1', n + 1), 'no'), timestamp: String(now - minutesAgo * 60_000) };
    });
    messages.reverse();
    await producer.send({ topic: `${prefix}${TOPIC}.files.dlq`, messages });
    await producer.disconnect();

    const { url } = await kitDatabase();
    const bus = await connectBus({
      ROTAMER_KAFKA_BROKERS: kafkaBrokers,
      ROTAMER_KAFKA_TOPIC_PREFIX: prefix,
      ROTAMER_POSTGRES_URL: url,
    });
    const received: number[] = [];
    await bus.consume(TOPIC, 'files', async (message) => void received.push(numberOf(message)));
    for (const [limit, left] of [
      [1, 3],
      [2, 1],
      [10, 0],
    ] as const) {
      await bus.replay(TOPIC, 'files', limit);
      expect(await bus.deadLetters(10)).toHaveLength(left);
    }
    await eventually(() => received.length === 4, PATIENCE_MS);
    expect(received).toEqual([4, 3, 2, 1]);
  }, 120_000);

  it('continues after the broker was killed, and reports a gap when it may have missed messages', async () => {
    const root = mkdtempSync(join(tmpdir(), 'rotamer-test-kafka-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const options = { folder: join(root, 'kafka'), logFile: join(root, 'kafka.log') };
    const first = await startKafka(options);
    let current = first;
    onTestFinished(() => current.stop());
    const kafkaBrokers = `127.0.0.1:${first.port}`;
    const kafka = createKafka({ kafkaBrokers }, quietLog);
    await createTopics(kafka, [{ topic: TOPIC, groups: ['files'] }], { prefix: '', retentionDays: 7 });

    const { url } = await kitDatabase();
    const bus = await connectBus({ ROTAMER_KAFKA_BROKERS: kafkaBrokers, ROTAMER_POSTGRES_URL: url });
    const received: number[] = [];
    const seen: number[] = [];
    let gaps = 0;
    await bus.consume(TOPIC, 'files', async (message) => void received.push(numberOf(message)));
    await bus.tail(
      TOPIC,
      (message) => seen.push(numberOf(message)),
      () => gaps++,
    );
    await bus.publish(TOPIC, [numbered('job_1', 1)]);
    await eventually(() => received.includes(1) && seen.includes(1));
    process.kill(first.pid, 'SIGKILL');
    await first.gone;
    const duringOutage = bus.publish(TOPIC, [numbered('job_1', 2)]).catch(() => 'failed');
    current = await startKafka({ ...options, port: first.port });
    await duringOutage;
    const again = () => bus.publish(TOPIC, [numbered('job_1', 3)]).then(() => true);
    await eventually(again, PATIENCE_MS);
    await eventually(() => received.includes(3) && seen.includes(3), PATIENCE_MS);
    if ((await duringOutage) === 'failed') return;
    expect(received).toContain(2);
    expect(seen.includes(2) || gaps > 0).toBe(true);
  }, 240_000);
});
