import type { Logger } from '../../process/log.ts';
import { type Bus, deadLetterTopic, parseDeadLetterTopic, retryTopic, type Subscription } from '../bus.ts';
import { consumeGroup } from './consumeGroup.ts';
import { readParked, removeParked } from './deadLetters.ts';
import { CONSUMER_RETRIES, createKafka, withAdmin } from './kafkaClient.ts';
import type { KafkaSettings } from './kafkaConfig.ts';
import { errorOf, fromKafka, toKafka } from './kafkaMessage.ts';
import { requireTopics } from './kafkaTopics.ts';
import { openPublisher } from './publisher.ts';
import { tailTopic } from './tailTopic.ts';

/** The bus of production deployments. Its topics are created beforehand: services need no permission to create any. */
export async function openKafkaBus(settings: KafkaSettings, log: Logger): Promise<Bus> {
  const kafka = createKafka(settings, log);
  const patient = createKafka(settings, log, CONSUMER_RETRIES);
  const prefix = settings.kafkaTopicPrefix ?? '';
  const publisher = await openPublisher(kafka);
  const subscriptions = new Set<Subscription>();
  let lastReplay: Promise<unknown> = Promise.resolve();

  function keep({ stop }: Subscription): Subscription {
    const kept = {
      stop: async () => {
        subscriptions.delete(kept);
        await stop();
      },
    };
    subscriptions.add(kept);
    return kept;
  }

  async function replay(topic: string, group: string, limit: number): Promise<number> {
    const name = prefix + deadLetterTopic(topic, group);
    await requireTopics(kafka, [name]);
    const parked = (await readParked(kafka, [name], limit, prefix, log)).slice(0, limit);
    if (parked.length === 0) return 0;
    const messages = parked.map(({ message }) => toKafka(fromKafka(message)));
    await publisher.send(prefix + retryTopic(topic, group), messages);
    await withAdmin(kafka, (admin) => removeParked(admin, name, parked));
    return parked.length;
  }

  return {
    publish: (topic, messages) =>
      publisher.send(
        prefix + topic,
        messages.map((message) => toKafka(message)),
      ),

    async consume(topic, group, consumer, options) {
      const own = [topic, retryTopic(topic, group), deadLetterTopic(topic, group)];
      await requireTopics(
        kafka,
        own.map((name) => prefix + name),
      );
      const deadLetters = prefix + deadLetterTopic(topic, group);
      return keep(
        await consumeGroup(patient, {
          topic,
          group,
          consumer,
          ...options,
          prefix,
          park: (message, error) => publisher.send(deadLetters, [toKafka(message, error)]),
          log,
        }),
      );
    },

    async tail(topic, listener, onGap) {
      await requireTopics(kafka, [prefix + topic]);
      return keep(await tailTopic(patient, { topic, listener, onGap, prefix, log }));
    },

    async deadLetters(limit) {
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
    },

    /** Serialized, so that concurrent calls replay nothing twice; two processes could, which the inbox tolerates. */
    replay(topic, group, limit) {
      const next = lastReplay.catch(() => {}).then(() => replay(topic, group, limit));
      lastReplay = next;
      return next;
    },

    async stop() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await publisher.stop();
    },
  };
}
