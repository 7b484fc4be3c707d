import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKafka } from '@rotamer/neighbours/kafka/startKafka.ts';
import { startS3 } from '@rotamer/neighbours/s3/startS3.ts';
import type { TestProject } from 'vitest/node';

/** An S3 server in the settings of the driver. */
export interface RealS3 {
  s3Endpoint: string;
  s3AccessKeyId: string;
  s3SecretAccessKey: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    kafkaBrokers: string;
    s3: RealS3;
  }
}

const stops: (() => Promise<void> | void)[] = [];

/** Starts one real Kafka and one real S3 server for all driver tests of a run. They are removed after the run. */
export async function setup(project: TestProject): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'rotamer-test-real-'));
  stops.unshift(() => rmSync(root, { recursive: true, force: true }));
  const folders = (name: string) => ({ folder: join(root, name), logFile: join(root, `${name}.log`) });
  const keys = { accessKeyId: 'rotamer', secretAccessKey: 'of this test run alone' };
  const kafka = await startKafka(folders('kafka'));
  stops.unshift(kafka.stop);
  const s3 = await startS3({ ...folders('s3'), ...keys });
  stops.unshift(s3.stop);
  project.provide('kafkaBrokers', `127.0.0.1:${kafka.port}`);
  project.provide('s3', {
    s3Endpoint: `http://127.0.0.1:${s3.port}`,
    s3AccessKeyId: keys.accessKeyId,
    s3SecretAccessKey: keys.secretAccessKey,
  });
}

export async function teardown(): Promise<void> {
  for (const stop of stops) await stop();
}
