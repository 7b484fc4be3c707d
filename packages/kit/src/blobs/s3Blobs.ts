import { addAbortSignal, Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { attachment } from './attachment.ts';
import { assertBlobKey, assertBlobPrefix, type BlobRange, type Blobs, type StoredBlob } from './blobs.ts';
import { measured, newSum, stored } from './measured.ts';
import { createS3Client } from './s3Client.ts';
import { bucketOf, type S3Settings } from './s3Config.ts';

/** Stores objects in one bucket of an S3 server. */
export function openS3Blobs(settings: S3Settings): Blobs {
  const Bucket = bucketOf(settings);
  const client = createS3Client(settings);
  const signer = createS3Client(settings, settings.s3PublicEndpoint ?? settings.s3Endpoint);

  async function* list(prefix: string): AsyncGenerator<string> {
    assertBlobPrefix(prefix);
    for (let ContinuationToken: string | undefined; ; ) {
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }));
      for (const { Key } of page.Contents ?? []) yield Key!;
      ContinuationToken = page.NextContinuationToken;
      if (ContinuationToken === undefined) return;
    }
  }

  return {
    put: (key, body, signal) => upload(client, { Bucket, Key: key }, body, signal),

    putNew: (key, body, signal) =>
      upload(client, { Bucket, Key: key, IfNoneMatch: '*' }, body, signal).catch(undefinedIf(412)),

    async get(key, range) {
      assertBlobKey(key);
      const found = await client
        .send(new GetObjectCommand({ Bucket, Key: key, Range: range && rangeHeader(range) }))
        .catch(undefinedIf(404));
      if (!found) return undefined;
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
      return { body: found.Body as Readable, size };
    },

    async size(key) {
      assertBlobKey(key);
      const found = await client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(undefinedIf(404));
      return found?.ContentLength;
    },

    async copy(from, to) {
      assertBlobKey(from);
      assertBlobKey(to);
      const command = new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` });
      return (await client.send(command).catch(undefinedIf(404))) !== undefined;
    },

    list,

    async deletePrefix(prefix) {
      assertBlobPrefix(prefix);
      const keys: string[] = [];
      for await (const key of list(prefix)) keys.push(key);
      for (let i = 0; i < keys.length; i += DELETED_AT_ONCE) {
        const Objects = keys.slice(i, i + DELETED_AT_ONCE).map((Key) => ({ Key }));
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        );
        if (Errors.length > 0) throw new Error(`${Errors.length} objects not deleted: ${Errors[0]!.Message}`);
      }
    },

    async signedUrl(key, { fileName, contentType, expiresInSeconds }) {
      assertBlobKey(key);
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentDisposition: attachment(fileName),
        ResponseContentType: contentType,
      });
      return getSignedUrl(signer, command, { expiresIn: expiresInSeconds });
    },
  };
}

/** Streams in parts, each with a SHA-256 that the server checks. A failed upload leaves nothing behind. */
async function upload(
  client: S3Client,
  object: Pick<PutObjectCommandInput, 'Bucket' | 'IfNoneMatch'> & { Key: string },
  body: Readable | Uint8Array | string,
  signal: AbortSignal | undefined,
): Promise<StoredBlob> {
  assertBlobKey(object.Key);
  signal?.throwIfAborted();
  const source = body instanceof Readable ? body : Readable.from([Buffer.from(body)]);
  // Upload's own abort() returns before it has cleaned up; after an error of the source it waits for the cleanup.
  if (signal) addAbortSignal(signal, source);
  const sum = newSum();
  await new Upload({
    client,
    params: { ...object, Body: Readable.from(measured(source, sum)), ChecksumAlgorithm: 'SHA256' },
    // A part that is still being sent when the upload is aborted would remain on the server.
    queueSize: 1,
  }).done();
  return stored(sum);
}

/** The limit of one DeleteObjects request. */
const DELETED_AT_ONCE = 1_000;

function rangeHeader({ start, end }: BlobRange): string {
  return `bytes=${start}-${end}`;
}

/** Returns a handler that maps an error with this HTTP status to undefined and rethrows all others. */
function undefinedIf(status: number): (error: unknown) => undefined {
  return (error) => {
    if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === status) return undefined;
    throw error;
  };
}
