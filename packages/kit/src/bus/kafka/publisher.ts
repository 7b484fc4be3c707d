import { type Kafka, type Message, Partitioners, type Producer } from 'kafkajs';

/** Most bytes of a batch. Brokers reject more than 1 MB for one partition. */
const MAX_BYTES = 512 * 1024;

export interface Publisher {
  /** Returns once all in-sync replicas have the messages. Order is kept per key. */
  send(topic: string, messages: Message[]): Promise<void>;
  stop(): Promise<void>;
}

/** Opens an idempotent producer that has one request in flight. */
export async function openPublisher(kafka: Kafka): Promise<Publisher> {
  let current = connect(kafka);
  await current;

  /**
   * Replaces a failed producer. After a failure it is unknown what the brokers have. A different next batch would carry the
   * same sequence numbers: brokers would reject it, or take it for the failed batch. A new producer starts its own sequence.
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
    // Without this limit an idempotent producer never gives up.
    retry: { retries: 8 },
  });
  await producer.connect();
  return producer;
}

/** Divides messages, in order, into batches that a broker accepts even if all are for one partition. */
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
