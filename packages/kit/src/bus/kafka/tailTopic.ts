import { randomUUID } from 'node:crypto';
import type { Kafka } from 'kafkajs';
import type { Logger } from '../../process/log.ts';
import type { BusMessage, Subscription } from '../bus.ts';
import { fromKafka } from './kafkaMessage.ts';
import { startConsumer } from './startConsumer.ts';

export interface TailSpec {
  topic: string;
  listener: (message: BusMessage) => void;
  onGap: () => void;
  prefix: string;
  log: Logger;
}

/**
 * Reads a topic from its current end. kafkajs has no assign, so each tail is a separate group that commits nothing. A
 * group that has to rejoin starts at the end again, and the messages in between are reported as a gap.
 */
export function tailTopic(kafka: Kafka, { topic, listener, onGap, prefix, log }: TailSpec): Promise<Subscription> {
  let joins = 0;
  return startConsumer(
    kafka,
    {
      groupId: `${prefix}tail.${topic}.${randomUUID()}`,
      topics: [prefix + topic],
      fromBeginning: false,
      run: {
        autoCommit: false,
        async eachBatch({ batch, isRunning }) {
          for (const raw of batch.messages) {
            if (!isRunning()) return;
            const message = fromKafka(raw);
            try {
              listener(message);
            } catch (error) {
              log.error({ err: error, topic, event_id: message.eventId }, 'listener failed');
            }
          }
        },
      },
      onJoin: () => {
        if (joins++ > 0) onGap();
      },
    },
    log,
  );
}
