import { type Admin, Kafka, type logCreator, logLevel } from 'kafkajs';
import type { Logger } from '../../process/log.ts';
import { connectionOf, type KafkaSettings } from './kafkaConfig.ts';

/** kafkajs tries again by itself for some 10 s; then whoever asked hears of it. */
const RETRIES = 8;

/**
 * Half an hour, for consumers: one that is tried again keeps its place in the group. One that begins anew is a stranger,
 * and the group waits 30 s for the member that it was.
 */
export const CONSUMER_RETRIES = 1_000;

/** A client; connections are opened by what is made with it. */
export function createKafka(settings: KafkaSettings, log: Logger, retries = RETRIES): Kafka {
  return new Kafka({
    ...connectionOf(settings),
    clientId: 'rotamer',
    connectionTimeout: 5_000,
    requestTimeout: 30_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries },
    logLevel: logLevel.INFO,
    logCreator: routeTo(log),
  });
}

/** Asks something of the cluster on a connection of its own. */
export async function withAdmin<Answer>(kafka: Kafka, work: (admin: Admin) => Promise<Answer>): Promise<Answer> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/**
 * Said as an error or a warning at every start and every rebalance, of what kafkajs then does by itself; and what is
 * said once more elsewhere: that a connection fails by whoever wanted it, that a consumer failed by us.
 */
const everyday =
  /coordinator is loading|not the correct coordinator|coordinator is not aware|rebalanc|re-?join|idempotent/i;
const repeated = /^(Connection error|Response |Crash: |Restarting the consumer)/;

/** kafkajs calls errors what it tries again; what it gives up on it throws, and we say that ourselves. */
function routeTo(log: Logger): logCreator {
  return () => {
    return ({ namespace, level, log: { message, timestamp: _, logger: __, stack: ___, ...details } }) => {
      const isRetry = Number(details.retryCount ?? 0) > 0;
      const isNoise = isRetry || repeated.test(message) || everyday.test(`${message} ${details.error ?? ''}`);
      const isNews = level <= logLevel.WARN && !isNoise;
      log[isNews ? 'warn' : 'debug']({ ...details, part: namespace }, `kafka: ${message}`);
    };
  };
}
