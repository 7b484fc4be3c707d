import { type Kafka, type Message, Partitioners, type Producer } from 'kafkajs';

/** Brokers reject more than 1 MB for one partition. */
const MAX_BYTES = 512 * 1024;

export interface Publisher {
  /** All in-sync replicas have the messages when it returns; order is kept per key. */
  send(topic: string, messages: Message[]): Promise<void>;
  stop(): Promise<void>;
}

/** Sends with an idempotent producer, one request in flight. */
export async function openPublisher(kafka: Kafka): Promise<Publisher> {
  let current = connect(kafka);
  await current;

  /**
   * After a failure it is unknown what the brokers have, and the next batch, if different, would carry the same
   * sequence numbers: they would reject it, or take it for the failed one. A new producer starts its own sequence.
   */
  function replace(failed: Promise<Producer>): void {
    if (failed !== current) return;
    current = connect(kafka);
    current.catch(() => {}); // the next send reports it
    failed.then((producer) => producer.disconnect()).catch(() => {});
  }

  return {
    async send(topic, messages) {
      const producer = current;
      try {
        for (const batch of batchesOf(messages)) await (await producer).send({ topic, messages: batch, acks: -1 });
      } catch (error) {
        replace(producer);
        throw error;
      }
    },
    stop: async () => (await current).disconnect(),
  };
}

async function connect(kafka: Kafka): Promise<Producer> {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    // Without it an idempotent producer never gives up.
    retry: { retries: 8 },
  });
  await producer.connect();
  return producer;
}

/** In order, each small enough for a broker even if all are for one partition. */
export function batchesOf(messages: Message[], maxBytes = MAX_BYTES): Message[][] {
  const batches: Message[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    const size = message.value?.length ?? 0;
    bytes += size;
    if (bytes <= maxBytes) batches.at(-1)!.push(message);
    else {
      batches.push([message]);
      bytes = size;
    }
  }
  return batches;
}
