import { type Admin, Kafka, type logCreator, logLevel } from 'kafkajs';
import type { Logger } from '../../process/log.ts';
import { connectionOf, type KafkaSettings } from './kafkaConfig.ts';

/** kafkajs retries for about 10 s before a call fails. */
const RETRIES = 8;

/**
 * Retries of consumers, for half an hour: a consumer that retries keeps its membership. A consumer that restarts is a new
 * member, and the group waits 30 s for the old one.
 */
export const CONSUMER_RETRIES = 1_000;

/** Creates a client. Its producers, consumers and admins open the connections. */
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

/** Runs admin operations on a separate connection. */
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
 * Messages that are logged at level debug only: errors and warnings of every start and rebalance, which kafkajs handles
 * itself (`routine`), and errors that are also reported by us or by the caller (`repeated`).
 */
const routine =
  /coordinator is loading|not the correct coordinator|coordinator is not aware|rebalanc|re-?join|idempotent/i;
const repeated = /^(Connection error|Response |Crash: |Restarting the consumer)/;

/** Routes the log of kafkajs to ours. kafkajs logs as errors what it retries; final failures it throws, and the caller logs them. */
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
