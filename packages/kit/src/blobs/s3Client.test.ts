import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { expect, it, onTestFinished } from 'vitest';
import { isTransientError } from '../errors/transientErrors.ts';
import { createS3Client } from './s3Client.ts';

const impatient = { connectionTimeout: 300, requestTimeout: 300, throwOnRequestTimeout: true, socketTimeout: 300 };

async function read(answer: RequestListener): Promise<Buffer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const s3Endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { s3Endpoint, s3Bucket: 'b', s3AccessKeyId: 'a', s3SecretAccessKey: 's' };
  const client = createS3Client(settings, s3Endpoint, impatient);
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }));
  return buffer(Body as NodeJS.ReadableStream);
}

it.each<[string, RequestListener]>([
  ['a request', () => {}],
  ['a body that it has begun', (_, response) => void response.writeHead(200, { 'content-length': 10 }).write('half')],
])('reports a store that goes silent during %s as unavailable', async (_, answer) => {
  const failed = await read(answer).catch((error: Error) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(isTransientError(failed)).toBe(true);
});
