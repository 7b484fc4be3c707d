import type { Queryable } from '../../db/db.ts';
import type { Logger } from '../../process/log.ts';
import { oneAtATime } from '../../process/oneAtATime.ts';
import { type Bus, deadLetterTopic, retryTopic } from '../bus.ts';
import { createSubscriptions } from '../subscriptions.ts';
import { consumeGroup } from './consumeGroup.ts';
import { CONSUMER_RETRIES, createKafka } from './kafkaClient.ts';
import type { KafkaSettings } from './kafkaConfig.ts';
import { toKafka } from './kafkaMessage.ts';
import { requireTopics } from './kafkaTopics.ts';
import { openPublisher } from './publisher.ts';
import { listDeadLetters, replayDeadLetters } from './replayDeadLetters.ts';
import { tailTopic } from './tailTopic.ts';

/**
 * Opens the bus of production deployments. Its topics are created beforehand: services need no permission to create
 * topics. To consume events, pass the database of the service (`own`).
 */
export async function openKafkaBus(settings: KafkaSettings, log: Logger, own?: Queryable): Promise<Bus> {
  const kafka = createKafka(settings, log);
  const patient = createKafka(settings, log, CONSUMER_RETRIES);
  const prefix = settings.kafkaTopicPrefix ?? '';
  const publisher = await openPublisher(kafka);
  const subscriptions = createSubscriptions();
  /** Serializes replays, so that concurrent calls replay nothing twice. Two processes could, which the inbox tolerates. */
  const replayInTurn = oneAtATime();
  /** Serializes messages that may crash the process, so that a crash is counted for one message only. */
  const inTurn = oneAtATime();

  return {
    publish: (topic, messages) =>
      publisher.send(
        prefix + topic,
        messages.map((message) => toKafka(message)),
      ),

    async consume(topic, group, consumer, options) {
      if (!own) throw new Error('To consume events from Kafka, open the bus with the database of the service.');
      const names = [topic, retryTopic(topic, group), deadLetterTopic(topic, group)];
      await requireTopics(
        kafka,
        names.map((name) => prefix + name),
      );
      const deadLetters = prefix + deadLetterTopic(topic, group);
      return subscriptions.keep(
        await consumeGroup(patient, {
          topic,
          group,
          consumer,
          ...options,
          prefix,
          db: own,
          inTurn,
          park: (message, error) => publisher.send(deadLetters, [toKafka(message, error)]),
          log,
        }),
      );
    },

    async tail(topic, listener, onGap) {
      await requireTopics(kafka, [prefix + topic]);
      return subscriptions.keep(await tailTopic(patient, { topic, listener, onGap, prefix, log }));
    },

    deadLetters: (limit) => listDeadLetters({ kafka, prefix, log }, limit),

    replay: (topic, group, limit) =>
      replayInTurn(() => replayDeadLetters({ kafka, prefix, log }, publisher, { topic, group }, limit)),

    async stop() {
      await subscriptions.stopAll();
      await publisher.stop();
    },
  };
}
