import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { quietLog } from '../../testing/quietLog.ts';
import { describeBus } from '../busContract.ts';
import { createKafka } from './kafkaClient.ts';
import { createTopics } from './kafkaTopics.ts';

describeBus('kafka', async () => {
  const kafkaBrokers = inject('kafkaBrokers');
  const prefix = `test-${randomUUID()}.`;
  return {
    env: { ROTAMER_KAFKA_BROKERS: kafkaBrokers, ROTAMER_KAFKA_TOPIC_PREFIX: prefix },
    takeoverMs: 60_000,
    async createTopic(topic, groups) {
      const kafka = createKafka({ kafkaBrokers }, quietLog);
      await createTopics(kafka, [{ topic, groups }], { prefix, retentionDays: 7 });
    },
  };
});
