import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fakeApi, json, type Reply, refusal } from '../testing/fakeApi.ts';
import type { JobResultFile } from '../types.ts';
import { downloadArchive } from './downloadArchive.ts';
import { downloadResults } from './downloadResults.ts';
import { downloadSavedFile } from './downloadSavedFile.ts';
import { verifyFolder } from './manifest.ts';
import { placeFiles, safeName } from './safeName.ts';

const bytes = Buffer.from('ATOM      1  N   MET A   1      27.340  24.430   2.614\n'.repeat(2000));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotamer-download-'));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true }));
});

function fileOf(name = 'model.pdb', more: Partial<JobResultFile> = {}): JobResultFile {
  return {
    key: 'itm_1',
    name,
    output_port_id: 'models',
    order: 0,
    rank: null,
    source_input_ids: [],
    format: 'PDB',
    size: bytes.length,
    content_type: 'chemical/x-pdb',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    url: 'https://blobs.test/model.pdb?sig=x',
    ...more,
  };
}

const resultOf = (...files: JobResultFile[]) =>
  json({ object: 'job_result', job_id: 'job_1', tool: 't', status: 'COMPLETED', files, results: [] });

/** Serves the bytes from the requested position, and breaks the connection after some of them. */
function serve({ cutAfter = Infinity, content = bytes } = {}): Reply {
  return ({ headers }) => {
    const start = Number(/bytes=(\d+)-/.exec(headers.get('range') ?? '')?.[1] ?? 0);
    const rest = content.subarray(start);
    const body = new ReadableStream(
      {
        pull(controller) {
          controller.enqueue(rest.subarray(0, cutAfter));
          if (cutAfter < rest.length) controller.error(new Error('cut'));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const range = { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` };
    return new Response(body, start > 0 ? { status: 206, headers: range } : {});
  };
}

describe('the download of a saved file', () => {
  const link = {
    object: 'file_link',
    file_id: 'file_1',
    name: 'model.pdb',
    content_type: 'chemical/x-pdb',
    size: bytes.length,
    sha256: fileOf().sha256,
    url: 'https://blobs.test/model.pdb?sig=x',
    expires_at: '2026-03-01T12:15:00.000Z',
  };

  it('uses its link, and goes on from the API where the link was cut off', async () => {
    const { client, requests } = fakeApi(json(link), serve({ cutAfter: 50_000 }), serve());
    const path = join(folder, 'saved.pdb');
    expect((await downloadSavedFile(client.files, 'file_1', path)).outcome).toBe('downloaded');
    expect(readFileSync(path)).toEqual(bytes);
    expect(requests.at(-1)!.path).toMatch(/\/files\/file_1\/bytes$/);
    expect(requests.at(-1)!.headers.get('range')).toBe('bytes=50000-');
    const again = fakeApi(json(link));
    expect((await downloadSavedFile(again.client.files, 'file_1', path)).outcome).toBe('skipped');
  });
});

describe('the download of an archive', () => {
  it('goes on where it was cut off, also in another call', async () => {
    const etag = 'a'.repeat(64);
    const first: Reply = () =>
      new Response(bytes.subarray(0, 1), {
        status: 206,
        headers: { 'content-range': `bytes 0-0/${bytes.length}`, etag: `"${etag}"` },
      });
    const path = join(folder, 'result.tar');
    const broken = fakeApi(first, serve({ cutAfter: 50_000 }), serve({ cutAfter: 0 }));
    await expect(downloadArchive(broken.client.jobs, 'job_1', path)).rejects.toThrow('cut off after 50000');
    const { client, requests } = fakeApi(first, serve());
    expect(await downloadArchive(client.jobs, 'job_1', path)).toBe(bytes.length);
    expect(readFileSync(path)).toEqual(bytes);
    expect(requests[1]!.headers.get('range')).toBe('bytes=50000-');
    expect(requests[1]!.headers.get('if-range')).toBe(`"${etag}"`);
    expect(readdirSync(folder)).toEqual(['result.tar']);
  });

  it('comes compressed as a whole, by the name of the file or when asked to', async () => {
    const { client, requests } = fakeApi(serve(), serve());
    expect(await downloadArchive(client.jobs, 'job_1', join(folder, 'result.tar.zst'))).toBe(bytes.length);
    await downloadArchive(client.runs, 'run_1', join(folder, 'run'), { compression: 'zstd' });
    expect(requests.map(({ path, headers }) => [path, headers.get('range')])).toEqual([
      ['/api/v1/results/job_1/archive?compression=zstd', null],
      ['/api/v1/workflow-runs/run_1/archive?compression=zstd', null],
    ]);
    expect(readFileSync(join(folder, 'run'))).toEqual(bytes);
    expect(readdirSync(folder).sort()).toEqual(['result.tar.zst', 'run']);
  });

  it('keeps nothing of a compressed archive that was cut off, and says what goes on', async () => {
    const { client, requests } = fakeApi(serve({ cutAfter: 50_000 }));
    const path = join(folder, 'result.tar.zst');
    await expect(downloadArchive(client.jobs, 'job_1', path)).rejects.toThrow(
      /cut off after 50000 bytes.* as a \.tar without compression/,
    );
    expect(requests).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses a range of a compressed archive without a request', async () => {
    const { client, requests } = fakeApi();
    const range = client.jobs.archive('job_1', { compression: 'zstd', start: 5 });
    await expect(range).rejects.toThrow('has no ranges');
    expect(requests).toHaveLength(0);
  });
});

describe('a download', () => {
  it('is resumed where it was cut off', async () => {
    const { client, requests } = fakeApi(
      resultOf(fileOf()),
      serve({ cutAfter: 50_000 }),
      serve({ cutAfter: 50_000 }),
      serve(),
    );
    const manifest = await downloadResults(await client.jobs.results('job_1'), folder);
    expect(readFileSync(join(folder, 'model.pdb'))).toEqual(bytes);
    expect(requests.map(({ headers }) => headers.get('range'))).toEqual([null, null, 'bytes=50000-', 'bytes=100000-']);
    expect(requests[2]!.headers.get('if-range')).toBe(`"${fileOf().sha256}"`);
    expect(manifest.files).toEqual([expect.objectContaining({ path: 'model.pdb', size: bytes.length })]);
    expect(readdirSync(folder).sort()).toEqual(['manifest.json', 'model.pdb']);
  });

  it('begins again when the server ignores the range', async () => {
    const whole: Reply = () => new Response(bytes);
    const { client } = fakeApi(resultOf(fileOf()), serve({ cutAfter: 1000 }), whole);
    await downloadResults(await client.jobs.results('job_1'), folder);
    expect(readFileSync(join(folder, 'model.pdb'))).toEqual(bytes);
  });

  it('skips existing files', async () => {
    writeFileSync(join(folder, 'model.pdb'), bytes);
    const { client, requests } = fakeApi(resultOf(fileOf()));
    const outcomes: string[] = [];
    await downloadResults(await client.jobs.results('job_1'), folder, {
      onFile: (_path, outcome) => outcomes.push(outcome),
    });
    expect(outcomes).toEqual(['skipped']);
    expect(requests).toHaveLength(1);
  });

  it('uses the API itself when the link has expired', async () => {
    const { client, requests } = fakeApi(resultOf(fileOf()), refusal(403, 'forbidden'), serve());
    await downloadResults(await client.jobs.results('job_1'), folder);
    expect(requests.at(-1)!.path).toBe('/api/v1/results/job_1/items/itm_1');
  });

  it('keeps no file with wrong bytes', async () => {
    const { client } = fakeApi(resultOf(fileOf()), serve({ content: Buffer.from(bytes).fill('X', 10, 20) }));
    await expect(downloadResults(await client.jobs.results('job_1'), folder)).rejects.toMatchObject({
      name: 'ChecksumError',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces a partial download of another file', async () => {
    writeFileSync(join(folder, 'model.pdb.part'), 'something else');
    const { client } = fakeApi(resultOf(fileOf()), serve());
    await downloadResults(await client.jobs.results('job_1'), folder);
    expect(readFileSync(join(folder, 'model.pdb'))).toEqual(bytes);
  });

  it('gives up when no new byte arrives', async () => {
    const { client } = fakeApi(resultOf(fileOf()), serve({ cutAfter: 0 }));
    await expect(downloadResults(await client.jobs.results('job_1'), folder)).rejects.toMatchObject({
      name: 'ConnectionError',
    });
  });

  it('can be verified later', async () => {
    const { client } = fakeApi(resultOf(fileOf()), serve());
    await downloadResults(await client.jobs.results('job_1'), folder);
    expect((await verifyFolder(folder)).wrong).toEqual([]);
    writeFileSync(join(folder, 'model.pdb'), 'edited');
    expect((await verifyFolder(folder)).wrong).toEqual(['model.pdb']);
  });
});

describe('the name of a downloaded file', () => {
  it.each([
    ['a.pdb', 'a.pdb'],
    ['../../etc/passwd', '_.._.._etc_passwd'],
    ['C:\\x.pdb', 'C__x.pdb'],
    ['con.txt', '_con.txt'],
    ['CON', '_CON'],
    ['aux .pdb', '_aux .pdb'],
    ['COM¹.txt', '_COM¹.txt'],
    ['CONIN$', '_CONIN$'],
    ['console.txt', 'console.txt'],
    ['com10.txt', 'com10.txt'],
    ['name. ', 'name'],
    ['...', '_'],
    ['a\tb\n.pdb', 'a_b_.pdb'],
    ['a\u009b2J\u007f\u202egnp.exe', 'a_2J__gnp.exe'],
    ['model<1>:a?.pdb', 'model_1__a_.pdb'],
    [`${'x'.repeat(198)}..pdb`, 'x'.repeat(198)],
    ['構'.repeat(100), '構'.repeat(66)],
    ['.bashrc', '_.bashrc'],
    ['', '_'],
  ])('%j is stored as %j', (name, stored) => {
    expect(safeName(name)).toBe(stored);
  });

  it('is unique, also on systems that ignore case', () => {
    const files = [
      fileOf('a.pdb', { output_port_id: 'one' }),
      fileOf('A.pdb', { output_port_id: 'two' }),
      fileOf('manifest.json'),
    ];
    expect(placeFiles(files, ['manifest.json']).map(({ path }) => path)).toEqual([
      'one/a.pdb',
      'two/A.pdb',
      'models/manifest.json',
    ]);
  });
});
