import type { Kafka } from 'kafkajs';
import type { Logger } from '../../process/log.ts';
import { type DeadLetter, deadLetterTopic, parseDeadLetterTopic, retryTopic } from '../bus.ts';
import { readParked, removeParked } from './deadLetters.ts';
import { withAdmin } from './kafkaClient.ts';
import { errorOf, fromKafka, toKafka } from './kafkaMessage.ts';
import { requireTopics } from './kafkaTopics.ts';
import type { Publisher } from './publisher.ts';

/** The topics of one deployment on a cluster. */
export interface Deployment {
  kafka: Kafka;
  /** Prefix of all topics and groups of this deployment. */
  prefix: string;
  log: Logger;
}

/** Returns the oldest dead letters of all groups, by the clocks of the processes that dead-lettered them. */
export async function listDeadLetters({ kafka, prefix, log }: Deployment, limit: number): Promise<DeadLetter[]> {
  const names = await withAdmin(kafka, (admin) => admin.listTopics());
  const ours = names.filter((name) => name.startsWith(prefix) && parseDeadLetterTopic(name));
  const parked = await readParked(kafka, ours, limit, prefix, log);
  return parked
    .sort((a, b) => Number(a.message.timestamp) - Number(b.message.timestamp))
    .slice(0, limit)
    .map(({ name, message }) => ({
      ...parseDeadLetterTopic(name.slice(prefix.length))!,
      message: fromKafka(message),
      error: errorOf(message),
    }));
}

/** Sends a group's oldest dead letters to its retry topic, then removes them. Returns how many. */
export async function replayDeadLetters(
  { kafka, prefix, log }: Deployment,
  publisher: Publisher,
  { topic, group }: Pick<DeadLetter, 'topic' | 'group'>,
  limit: number,
): Promise<number> {
  const name = prefix + deadLetterTopic(topic, group);
  await requireTopics(kafka, [name]);
  const parked = (await readParked(kafka, [name], limit, prefix, log)).slice(0, limit);
  if (parked.length === 0) return 0;
  const messages = parked.map(({ message }) => toKafka(fromKafka(message)));
  await publisher.send(prefix + retryTopic(topic, group), messages);
  await withAdmin(kafka, (admin) => removeParked(admin, name, parked));
  return parked.length;
}
