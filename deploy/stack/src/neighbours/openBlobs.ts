import { resolve } from 'node:path';
import { s3Config } from '@rotamer/kit/blobs/s3Config.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { startS3 } from '@rotamer/neighbours/s3/startS3.ts';
import { Type } from 'typebox';
import { logFile } from '../folder/paths.ts';
import { superviseServer } from '../supervise/superviseServer.ts';
import { given, type Neighbour, type NeighbourOptions } from './neighbour.ts';

/** Opens the blob store: the S3 server named by the environment, a local one for `--real`, else a folder. */
export async function openBlobs({ real, paths, secrets, events }: NeighbourOptions): Promise<Neighbour> {
  const theirs = given('ROTAMER_S3_', 'ENDPOINT', 'BUCKET');
  if (theirs) {
    await makeBucket(theirs);
    return { env: theirs };
  }
  if (!real) {
    const { ROTAMER_BLOBS_DIR: folder, ROTAMER_BLOBS_SECRET: secret } = process.env;
    return {
      env: { ROTAMER_BLOBS_DIR: resolve(folder || paths.blobs), ROTAMER_BLOBS_SECRET: secret || secrets.blobs },
    };
  }
  const keys = { accessKeyId: 'rotamer', secretAccessKey: secrets.s3 };
  const start = (port?: number) => startS3({ folder: paths.s3, logFile: logFile(paths, 's3'), port, ...keys });
  const server = await superviseServer({ name: 's3', start, killSignal: 'SIGKILL' }, events);
  const env = {
    ROTAMER_S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
    ROTAMER_S3_ACCESS_KEY_ID: keys.accessKeyId,
    ROTAMER_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
  await makeBucket(env).catch(async (error) => {
    await server.stop();
    throw error;
  });
  return { env, server };
}

async function makeBucket(env: Record<string, string>): Promise<void> {
  const { createBucket } = await import('@rotamer/kit/blobs/s3Bucket.ts');
  await createBucket(loadConfig(Type.Object(s3Config), env));
}
