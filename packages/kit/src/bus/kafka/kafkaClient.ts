import { type Admin, Kafka, type logCreator, logLevel } from 'kafkajs';
import type { Logger } from '../../process/log.ts';
import { connectionOf, type KafkaSettings } from './kafkaConfig.ts';

/** kafkajs retries for some 10 s before a call fails. */
const RETRIES = 8;

/**
 * Half an hour, for consumers: a consumer that retries keeps its membership. One that restarts is a new member, and the
 * group waits 30 s for the old one.
 */
export const CONSUMER_RETRIES = 1_000;

/** A client; its producers, consumers and admins open the connections. */
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

/** Runs admin operations on a connection of their own. */
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
 * Errors and warnings that kafkajs logs at every start and rebalance and then handles itself; and those that are
 * reported elsewhere too: failed connections by the caller, failed consumers by us.
 */
const routine =
  /coordinator is loading|not the correct coordinator|coordinator is not aware|rebalanc|re-?join|idempotent/i;
const repeated = /^(Connection error|Response |Crash: |Restarting the consumer)/;

/** kafkajs logs as errors what it retries; what it gives up on it throws, and that is logged by the caller. */
function routeTo(log: Logger): logCreator {
  return () => {
    return ({ namespace, level, log: { message, timestamp: _, logger: __, stack: ___, ...details } }) => {
      const isRetry = Number(details.retryCount ?? 0) > 0;
      const isNoise = isRetry || repeated.test(message) || routine.test(`${message} ${details.error ?? ''}`);
      const isNews = level <= logLevel.WARN && !isNoise;
      log[isNews ? 'warn' : 'debug']({ ...details, part: namespace }, `kafka: ${message}`);
    };
  };
}
