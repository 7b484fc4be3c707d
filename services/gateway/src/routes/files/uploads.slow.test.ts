// @module-tag real

import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sha256 } from '@rotamer/files/testing/startFiles.ts';
import { openS3Blobs } from '@rotamer/kit/blobs/s3Blobs.ts';
import { createBucket } from '@rotamer/kit/blobs/s3Bucket.ts';
import { startFaultProxy, type Toxics } from '@rotamer/kit/testing/faultProxy/faultProxy.ts';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { uploaded, uploadWorld } from '../../testing/uploadWorld.ts';

/** Uploads to a separate bucket on the run's S3 server, over a link whose faults a test can choose. */
async function linkedWorld() {
  const settings = { ...inject('s3'), s3Bucket: `test-${randomUUID()}` };
  await createBucket(settings);
  const link = await startFaultProxy(new URL(settings.s3Endpoint).host);
  onTestFinished(link.stop);
  const linked = openS3Blobs({ ...settings, s3Endpoint: `http://${link.address}` });
  return { ...(await uploadWorld({ good: openS3Blobs(settings), linked })), link, linked };
}

const faults: Record<string, Toxics> = {
  'is cut in the middle of the object': { cutAfterSent: 100_000 },
  'is cut before S3 has answered': { cutAfterBytes: 0 },
  'is down': { down: true },
  'leads to an S3 that answers 500': {
    answer: 'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
  },
};

describe('an upload over a link to S3 that', () => {
  it.each(Object.entries(faults))(
    '%s: an error, then neither row nor object, and it works again when the link does',
    async (_name, toxics) => {
      const { upload, use, left, files, link, linked } = await linkedWorld();
      link.poison(toxics);
      const answer = await upload();
      expect(answer.statusCode, answer.body).toBe(503);
      expect(answer.headers['retry-after']).toBeDefined();
      link.heal();
      expect(await left()).toEqual({ rows: 0, bytes: 0, objects: 0 });
      use(linked);
      expect((await upload()).statusCode).toBe(201);
      expect((await files()).files).toHaveLength(1);
    },
  );

  it('is slow returns 201 only when the object is stored with that digest', async () => {
    const { upload, good, keyOf, left, link } = await linkedWorld();
    link.poison({ latencyMs: 50, bytesPerSecond: 500_000 });
    const answer = await upload();
    expect(answer.statusCode, answer.body).toBe(201);
    const stored = await good.get(keyOf(answer.json().id));
    expect(sha256(await buffer(stored!.body))).toBe(sha256(uploaded));
    link.heal();
    expect(await left()).toEqual({ rows: 1, bytes: uploaded.length, objects: 1 });
  });
});
