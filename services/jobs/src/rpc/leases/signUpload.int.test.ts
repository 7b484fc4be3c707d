import { s3TransferUrls } from '@rotamer/kit/blobs/s3TransferUrls.ts';
import { ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import { InputSource } from '@rotamer/proto/jobs/v1/input.ts';
import { describe, expect, it } from 'vitest';
import { aSubmission, startJobs } from '../../testing/startJobs.ts';

// Signing a URL needs no server.
const transferUrls = s3TransferUrls({
  s3Endpoint: 'http://s3.example',
  s3AccessKeyId: 'rotamer',
  s3SecretAccessKey: 'secret of the tests',
});
const sha256 = 'ab'.repeat(32);

/** The second attempt of a job, and the paths of the signed URLs for its objects. */
async function startLeased() {
  const world = await startJobs({ transferUrls });
  const { workspaceId, scope } = await world.member(10);
  const { job } = await world.jobs.submit(aSubmission(), scope);
  await world.leases.handBack(await world.claimOne());
  const lease = await world.claimOne();
  const sign = (key: string, more = {}) =>
    world.leases.signUpload({ ...lease, object: { key, sha256, size: 10, ...more } });
  return { world, lease, sign, prefix: `artifacts/${workspaceId}/${job!.id}` };
}

describe('a runner without keys to the blob store', () => {
  it('may store exactly the objects of its attempt that it named', async () => {
    const { sign, prefix } = await startLeased();
    for (const key of [`${prefix}/2/manifest.json`, `${prefix}/2/table/a.csv`, `${prefix}/inputs/0`]) {
      const { url, headers } = await sign(key);
      expect(new URL(url).origin + new URL(url).pathname).toBe(`http://s3.example/rotamer/${key}`);
      expect(Number(new URL(url).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300);
      expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host;x-amz-checksum-sha256');
      expect(headers).toEqual({
        'content-length': '10',
        'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
      });
    }
  });

  it('may not store objects anywhere else', async () => {
    const { sign, prefix } = await startLeased();
    const elsewhere = [
      '',
      'files/ws_1/file_1/content',
      `${prefix}/1/manifest.json`,
      `${prefix}/20/manifest.json`,
      `${prefix}/2/`,
      `${prefix}/2/../1/manifest.json`,
      `${prefix}x/2/manifest.json`,
      `/${prefix}/2/manifest.json`,
      `${prefix}/2/${'a'.repeat(500)}`,
    ];
    for (const key of elsewhere) {
      await expect(sign(key), key).rejects.toMatchObject({ code: 'validation_error' });
    }
    // The tool's output limit is lower, but any tool may store 64 MiB of rows.
    const most = 64 * 1024 * 1024;
    expect(await sign(`${prefix}/2/a`, { size: most })).toBeDefined();
    for (const bytes of [{ size: -1 }, { size: most + 1 }, { sha256: '' }, { sha256: 'zz'.repeat(32) }]) {
      await expect(sign(`${prefix}/2/a`, bytes)).rejects.toMatchObject({ code: 'validation_error' });
    }
  });

  it('may not store objects after its attempt has ended', async () => {
    const { world, lease, sign, prefix } = await startLeased();
    await world.leases.handBack(lease);
    await expect(sign(`${prefix}/2/manifest.json`)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('may read the saved files of its job', async () => {
    const { world } = await startLeased();
    const { scope } = await world.member(10);
    const file = { fileId: 'file_1', key: 'files/ws_1/file_1/content', sha256, size: 100, textual: true };
    world.saved.push(ResolvedFile.fromPartial({ ...file, format: 'FASTA', units: { records: 1 } }));
    const source = InputSource.fromPartial({ source: { $case: 'file', value: { fileId: file.fileId } } });
    const [input] = aSubmission().inputs;
    await world.jobs.submit(aSubmission({ inputs: [{ ...input!, source, content: undefined }] }), scope);
    const { downloadUrls } = await world.leases.fetchInputs(await world.claimOne());
    expect(Object.keys(downloadUrls)).toEqual([file.key]);
    const url = new URL(downloadUrls[file.key]!);
    expect(url.pathname).toBe(`/rotamer/${file.key}`);
    expect(Number(url.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(600);
  });
});
