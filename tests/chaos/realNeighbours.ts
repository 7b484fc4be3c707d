import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { openS3Blobs } from '@rotamer/kit/blobs/s3Blobs.ts';
import { createS3Client } from '@rotamer/kit/blobs/s3Client.ts';
import { bucketOf, type S3Settings } from '@rotamer/kit/blobs/s3Config.ts';
import { createKafka } from '@rotamer/kit/bus/kafka/kafkaClient.ts';
import { type FaultProxy, startFaultProxy } from '@rotamer/kit/testing/faultProxy/faultProxy.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { startKafka } from '@rotamer/neighbours/kafka/startKafka.ts';
import { startS3 } from '@rotamer/neighbours/s3/startS3.ts';
import type { ReadEvents } from './facts.ts';

export interface RealNeighbours {
  /** The settings of a stack that uses these servers. */
  env: Record<string, string>;
  s3: FaultProxy;
  stopKafka(): Promise<void>;
  startKafka(): Promise<void>;
  readEvents: ReadEvents;
  /** Returns every key in the bucket. */
  listKeys(): Promise<string[]>;
  /** Verifies the digests of a result. Returns all its keys, including its manifest's key. */
  verifyResult(manifestKey: string): Promise<string[]>;
  end(): Promise<void>;
}

/** Starts a real Kafka that can be stopped, and a real S3 server behind a fault proxy. */
export async function startRealNeighbours(): Promise<RealNeighbours> {
  const root = mkdtempSync(join(tmpdir(), 'rotamer-chaos-real-'));
  const place = (name: string) => ({ folder: join(root, name), logFile: join(root, `${name}.log`) });
  const keys = { accessKeyId: 'rotamer', secretAccessKey: 'of this test run alone' };
  let kafka = await startKafka(place('kafka'));
  const server = await startS3({ ...place('s3'), ...keys });
  const s3 = await startFaultProxy(`127.0.0.1:${server.port}`);
  const settings: S3Settings = {
    s3Endpoint: `http://127.0.0.1:${server.port}`,
    s3AccessKeyId: keys.accessKeyId,
    s3SecretAccessKey: keys.secretAccessKey,
  };
  const client = createS3Client(settings);
  const blobs = openS3Blobs(settings);
  const kafkaBrokers = `127.0.0.1:${kafka.port}`;

  /** Returns the bytes of an object and their digest. */
  async function read(key: string) {
    const found = await blobs.get(key);
    if (!found) throw new Error(`${key} is not in the store`);
    const bytes = Buffer.concat(await found.body.toArray());
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  }

  return {
    env: {
      ROTAMER_KAFKA_BROKERS: kafkaBrokers,
      ROTAMER_S3_ENDPOINT: `http://${s3.address}`,
      ROTAMER_S3_ACCESS_KEY_ID: keys.accessKeyId,
      ROTAMER_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    s3,
    stopKafka: () => kafka.stop(),
    async startKafka() {
      kafka = await startKafka({ ...place('kafka'), port: kafka.port });
    },
    readEvents: () => eventsInKafka(kafkaBrokers),
    async listKeys() {
      const { Contents = [], IsTruncated } = await client.send(
        new ListObjectsV2Command({ Bucket: bucketOf(settings) }),
      );
      if (IsTruncated) throw new Error('more than a page of objects');
      return Contents.map(({ Key }) => Key!);
    },
    async verifyResult(manifestKey) {
      const { bytes } = await read(manifestKey);
      const manifest = JSON.parse(bytes.toString()) as ResultManifest;
      const listed = [...manifest.files, ...manifest.inputs];
      for (const { key, sha256 } of listed) {
        if ((await read(key)).sha256 !== sha256) throw new Error(`the content of ${key} does not match its manifest`);
      }
      return [manifestKey, ...listed.map(({ key }) => key)];
    },
    async end() {
      client.destroy();
      await s3.stop();
      await server.stop();
      await kafka.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Reads the topic of jobs from its beginning to its current end. The order is kept for each key. */
async function eventsInKafka(kafkaBrokers: string): Promise<Uint8Array[]> {
  const topic = 'jobs.events.v1';
  const kafka = createKafka({ kafkaBrokers }, quietLog);
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  const left = new Map(ends.map(({ partition, low, high }) => [partition, Number(high) - Number(low)]));
  const events: Uint8Array[] = [];
  const consumer = kafka.consumer({ groupId: `chaos-${Date.now()}` });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const all = Promise.withResolvers<void>();
  const done = () => [...left.values()].every((count) => count <= 0) && all.resolve();
  done();
  await consumer.run({
    eachMessage: async ({ partition, message }) => {
      events.push(message.value!);
      left.set(partition, left.get(partition)! - 1);
      done();
    },
  });
  await all.promise;
  await consumer.disconnect();
  return events;
}
