import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKafka } from '@rotamer/kit/bus/kafka/kafkaClient.ts';
import { createTopics } from '@rotamer/kit/bus/kafka/kafkaTopics.ts';
import { openBus } from '@rotamer/kit/bus/openBus.ts';
import { openDb } from '@rotamer/kit/db/db.ts';
import { migrateService } from '@rotamer/kit/db/migrate.ts';
import { startSignals } from '@rotamer/kit/db/signals.ts';
import { startRelay } from '@rotamer/kit/outbox/startRelay.ts';
import { createLog } from '@rotamer/kit/process/log.ts';
import { startKafka } from '@rotamer/neighbours/kafka/startKafka.ts';
import { createMissingDatabases } from '@rotamer/neighbours/postgres/databases.ts';
import { repository } from '@rotamer/stack/folder/paths.ts';
import type { Measure } from '../measure.ts';
import { compare, type Side } from '../sides.ts';
import type { World } from '../world.ts';

const TOPIC = 'bench.events.v1';
const DATABASE = 'rotamer_bench_relay';
const EVENTS = 10_000;
const BATCH = 100;

/** Typical size of a job's event. */
const BYTES = 400;

const log = createLog('bench', 'silent');

/**
 * The outbox published to Kafka by the relay ÷ the same bytes sent by kafkajs only. Starts Kafka, which needs Java and
 * Maven.
 */
export const relayKafka: Measure = {
  name: 'relay-kafka',
  title: 'outbox events relayed to Kafka per second ÷ raw kafkajs, batches of 100',
  unit: 'ratio',
  goal: { atLeast: 0.4 },
  onlyByName: true,
  async prepare(world) {
    const folder = join(world.dataDir, 'kafka');
    const server = await startKafka({ folder, logFile: join(world.dataDir, 'kafka.log') });
    world.onMeasured(server.stop);
    const brokers = `127.0.0.1:${server.port}`;
    const kafka = createKafka({ kafkaBrokers: brokers }, log);
    await createTopics(kafka, [{ topic: TOPIC, groups: [] }], { prefix: '', retentionDays: 1 });

    const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    world.onMeasured(() => producer.disconnect());
    const raw = perSecond(async () => {
      for (let sent = 0; sent < EVENTS; sent += BATCH) {
        const messages = Array.from({ length: BATCH }, (_, i) => ({
          key: `job_${sent + i}`,
          value: Buffer.alloc(BYTES),
        }));
        await producer.send({ topic: TOPIC, acks: -1, messages });
      }
    });
    return compare(['relay', 'kafkajs'], await relaySide(world, brokers), raw);
  },
};

/** Fills an outbox, then lets the relay empty it. */
async function relaySide(world: World, kafkaBrokers: string): Promise<Side> {
  const url = world.databaseUrl(DATABASE);
  await createMissingDatabases(world.databaseUrl('postgres'), [DATABASE]);
  // Creates the tables that every service has. Billing's own tables are created too, and stay empty.
  await migrateService(url, join(repository, 'services/billing'), log);
  const db = openDb({ url, name: 'bench relay', log });
  world.onMeasured(() => db.end());
  const signals = startSignals({ url, db, log });
  world.onMeasured(signals.stop);
  const bus = await openBus({ kafkaBrokers }, log);
  world.onMeasured(bus.stop);

  return async () => {
    await db.query(
      `insert into outbox (topic, key, event_id, type, value, traceparent, occurred_at)
       select $1::text, 'job_' || n, 'evt_' || n, 'bench', convert_to(repeat('x', $2::int), 'UTF8'), '', now()
       from generate_series(1, $3::int) n`,
      [TOPIC, BYTES, EVENTS],
    );
    return perSecond(async () => {
      const relay = startRelay({ url, bus, signals, log });
      while ((await db.query('select exists (select from outbox) as left')).rows[0].left) await sleep(10);
      await relay.stop();
    })();
  };
}

/** Both sides run in this process, so CPU time per service is not measured. */
function perSecond(work: () => Promise<void>): Side {
  return async () => {
    const started = performance.now();
    await work();
    return { perSecond: (EVENTS * 1000) / (performance.now() - started), cpuUs: {} };
  };
}
