// @module-tag real

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makeCertificate } from '@rotamer/neighbours/certificate.ts';
import { startKafka } from '@rotamer/neighbours/kafka/startKafka.ts';
import { startS3 } from '@rotamer/neighbours/s3/startS3.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openS3Blobs } from '../blobs/s3Blobs.ts';
import { createBucket } from '../blobs/s3Bucket.ts';
import { createKafka } from '../bus/kafka/kafkaClient.ts';
import { createTopics } from '../bus/kafka/kafkaTopics.ts';
import { connectBus } from './busContract.ts';
import { numbered, numberOf } from './busMessages.ts';
import { eventually } from './eventually.ts';
import { quietLog } from './quietLog.ts';
import { kitDatabase } from './templateDatabase.ts';

/** Creates a folder for a server, with a certificate that this process does not trust yet. */
async function secureFolder() {
  const root = mkdtempSync(join(tmpdir(), 'rotamer-test-secured-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const certificate = await makeCertificate(join(root, 'tls'));
  /** Trusts the certificate, as NODE_EXTRA_CA_CERTS does when a process starts. */
  const trust = () =>
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate.certificate, 'utf8')]);
  return { folder: join(root, 'data'), logFile: join(root, 'log'), certificate, trust };
}

describe('Kafka and S3 as in production', () => {
  it('Kafka with TLS and SASL: accepts only trusted clients with the password', async () => {
    const { certificate, trust, ...folders } = await secureFolder();
    const user = { username: 'rotamer', password: randomUUID() };
    const server = await startKafka({ ...folders, secured: { certificate, ...user } });
    onTestFinished(server.stop);
    const kafkaBrokers = `127.0.0.1:${server.port}`;
    const settings = (mechanism: string, password: string = user.password) => ({
      ROTAMER_KAFKA_BROKERS: kafkaBrokers,
      ROTAMER_KAFKA_SSL: 'true',
      ROTAMER_KAFKA_SASL_MECHANISM: mechanism,
      ROTAMER_KAFKA_SASL_USERNAME: user.username,
      ROTAMER_KAFKA_SASL_PASSWORD: password,
    });

    await expect(connectBus(settings('plain'))).rejects.toThrow('certificate');
    trust();
    await expect(connectBus(settings('plain', 'wrong'))).rejects.toThrow(/authentication failed/i);
    const topic = 'jobs.events.v1';
    const sasl = { kafkaSaslUsername: user.username, kafkaSaslPassword: user.password };
    const admin = createKafka({ kafkaBrokers, kafkaSsl: true, kafkaSaslMechanism: 'plain', ...sasl }, quietLog);
    await createTopics(admin, [{ topic, groups: ['files'] }], { prefix: '', retentionDays: 7 });
    const received: number[] = [];
    const { url } = await kitDatabase();
    const consuming = await connectBus({ ...settings('plain'), ROTAMER_POSTGRES_URL: url });
    await consuming.consume(topic, 'files', async (message) => void received.push(numberOf(message)));
    const publishing = await connectBus(settings('scram-sha-512'));
    await publishing.publish(topic, [numbered('job_1', 1)]);
    await eventually(() => received.includes(1));
  });

  it('S3 over TLS: streams in both directions once the authority is trusted', async () => {
    const { certificate, trust, ...folders } = await secureFolder();
    const keys = { accessKeyId: 'rotamer', secretAccessKey: randomUUID() };
    const server = await startS3({ ...folders, ...keys, certificate });
    onTestFinished(server.stop);
    const settings = {
      s3Endpoint: `https://127.0.0.1:${server.port}`,
      s3AccessKeyId: keys.accessKeyId,
      s3SecretAccessKey: keys.secretAccessKey,
    };
    await expect(createBucket(settings)).rejects.toThrow('certificate');
    trust();
    await createBucket(settings);
    const blobs = openS3Blobs(settings);
    await blobs.put('a/object', 'MKV');
    expect(await text((await blobs.get('a/object'))!.body)).toBe('MKV');
    const url = await blobs.signedUrl('a/object', { fileName: 'a', contentType: 'text/plain', expiresInSeconds: 60 });
    expect(await (await fetch(url)).text()).toBe('MKV');
  });
});
