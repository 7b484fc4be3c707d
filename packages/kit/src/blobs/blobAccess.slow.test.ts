// @module-tag real

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import { s3Program } from '@rotamer/neighbours/programs.ts';
import { startS3 } from '@rotamer/neighbours/s3/startS3.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allows, type BlobAccess, blobAccess, policyOf } from './blobAccess.ts';
import { openS3Blobs } from './s3Blobs.ts';
import { createBucket } from './s3Bucket.ts';
import { createS3Client } from './s3Client.ts';

const s3Bucket = 'rotamer';
const holders = Object.entries(blobAccess) as [string, BlobAccess][];
const stops: (() => Promise<void> | void)[] = [];
let s3Endpoint: string;

const settingsOf = (s3AccessKeyId: string) => ({
  s3Endpoint,
  s3Bucket,
  s3AccessKeyId,
  s3SecretAccessKey: `of ${s3AccessKeyId}`,
});

/** Starts a server on which each holder of a credential is a user with the policy of the table. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-s3-users-'));
  stops.unshift(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startS3({
    folder: join(folder, 's3'),
    logFile: join(folder, 'log'),
    usersFolder: join(folder, 'users'),
    accessKeyId: 'root',
    secretAccessKey: 'of root',
  });
  stops.unshift(server.stop);
  s3Endpoint = `http://127.0.0.1:${server.port}`;
  const program = await s3Program();
  const admin = ['admin', '--access', 'root', '--secret', 'of root', '--endpoint-url', s3Endpoint];
  for (const [name] of holders)
    execFileSync(program, [...admin, 'create-user', '--access', name, '--secret', `of ${name}`, '--role', 'user']);
  await createBucket(settingsOf('root'));
  const Statement = holders.flatMap(([name, access]) =>
    (policyOf(access, s3Bucket) as { Statement: object[] }).Statement.map((one) => ({
      ...one,
      Principal: { AWS: [name] },
    })),
  );
  const client = createS3Client(settingsOf('root'));
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
  await client.send(new PutBucketPolicyCommand({ Bucket: s3Bucket, Policy }));
  client.destroy();
});

afterAll(async () => {
  for (const stop of stops) await stop();
});

describe.each(holders)('the policy of %s on a real server', (name, access) => {
  it.each(['files', 'artifacts', 'other'])('allows on %s/ what the table allows, and nothing else', async (root) => {
    const [owner, blobs] = [openS3Blobs(settingsOf('root')), openS3Blobs(settingsOf(name))];
    const key = `${root}/ws_1/x_1/${name}`;
    await owner.put(key, 'known');
    const succeeds = (call: () => Promise<unknown>) =>
      call().then(
        () => true,
        () => false,
      );
    const seen = {
      read: await succeeds(async () => (await blobs.get(key))!.body.resume()),
      write: await succeeds(() => blobs.put(key, 'changed')),
      delete: await succeeds(() => blobs.deletePrefix(`${root}/ws_1/x_1/`)),
    };
    const right = (one: 'read' | 'write' | 'delete') => allows(access, one, key);
    expect(seen).toEqual({ read: right('read'), write: right('write'), delete: right('delete') });
    if (seen.read) expect(await blobs.get(`${root}/ws_1/nothing`)).toBeUndefined();
  });
});
