import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { sha256 } from '@rotamer/files/testing/startFiles.ts';
import { startInspections } from '@rotamer/inspection/thread/startInspections.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { packageFile } from '@rotamer/pages/static/staticFiles.ts';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storeFaults } from '../../testing/badStore.ts';
import { testProject } from '../../testing/testProjects.ts';
import { uploaded, uploadWorld } from '../../testing/uploadWorld.ts';

const badThread = pathToFileURL(packageFile('@rotamer/inspection/testing/badThread.ts'));

describe('an upload to a failing store', () => {
  it('returns 201 only when the object is stored with that digest', async () => {
    const { upload, good, keyOf, left } = await uploadWorld();
    const answer = await upload();
    expect(answer.statusCode, answer.body).toBe(201);
    const stored = await good.get(keyOf(answer.json().id));
    expect(sha256(await buffer(stored!.body))).toBe(sha256(uploaded));
    expect(await left()).toEqual({ rows: 1, bytes: uploaded.length, objects: 1 });
  });

  it.each(Object.keys(storeFaults) as (keyof typeof storeFaults)[])(
    'that %s: an error, and after the sweep neither row nor object, nor a byte that counts',
    async (fault) => {
      const { upload, use, good, left, files } = await uploadWorld();
      use(storeFaults[fault](good));
      const answer = await upload();
      expect(answer.statusCode, answer.body).toBe(503);
      expect(answer.headers['retry-after']).toBeDefined();
      expect(await left()).toEqual({ rows: 0, bytes: 0, objects: 0 });
      use(good);
      expect((await upload()).statusCode).toBe(201);
      expect((await files()).files).toHaveLength(1);
    },
  );

  it('returns 503 with Retry-After when the store is full, never 400', async () => {
    const { upload, use, good } = await uploadWorld();
    use(storeFaults['is full'](good));
    const answer = await upload();
    expect([answer.statusCode, answer.headers['retry-after']], answer.body).toEqual([503, '60']);
    expect(answer.json().error).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('no room left'),
    });
  });

  it('keeps only a few megabytes of a large file in memory when the store is slow', async () => {
    const { app, key, use, good, left, library } = await uploadWorld();
    const go = Promise.withResolvers<void>();
    let taken = 0;
    use({
      ...good,
      async put(_key, body) {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          taken += chunk.length;
          await go.promise;
        }
        throw new Error('the end of this test');
      },
    });
    const { socket, sent } = await sendWhatIsTaken(app, key, 'a.txt', () => taken > 0);
    expect(taken).toBeLessThan(1024 * 1024);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
    go.resolve();
    socket.destroy();
    await eventually(async () => (await library.db.query('select id from uploads')).rows.length === 0);
    expect(await left()).toEqual({ rows: 0, bytes: 0, objects: 0 });
  });
});

it('an upload to a closed project leaves no row or object, even with the file first', async () => {
  const { upload, projects, left } = await uploadWorld();
  const project = testProject();
  const into = () => upload({ name: 'a.fasta', bytes: uploaded }, { project_id: project.id });
  expect((await into()).statusCode).toBe(404);
  projects.known.set(project.id, project);
  projects.closed.add(project.id);
  expect((await into()).statusCode).toBe(409);
  expect(await left()).toEqual({ rows: 0, bytes: 0, objects: 0 });
  projects.closed.clear();
  const { statusCode, body } = await into();
  expect([statusCode, JSON.parse(body).project_id]).toEqual([201, project.id]);
});

describe('an upload with an idempotency key', () => {
  const fasta = { name: 'a.fasta', bytes: uploaded };
  const one = { 'idempotency-key': 'one' };

  it('creates one file for repeated requests, and returns it each time', async () => {
    const { upload, left, use, good } = await uploadWorld();
    const first = await upload(fasta, { tags: 'x' }, one);
    expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    // A repeated request must store nothing.
    use({
      ...good,
      put: async () => {
        throw new Error('nothing is to be stored');
      },
    });
    const again = await upload(fasta, { tags: 'x' }, { 'x-idempotency-key': 'one' });
    expect([again.statusCode, again.headers['idempotent-replayed']], again.body).toEqual([200, 'true']);
    expect(again.json()).toEqual(first.json());
    for (const [file, tags] of [
      [{ ...fasta, bytes: '>a\nM' }, 'x'],
      [{ ...fasta, name: 'b.fasta' }, 'x'],
      [fasta, 'y'],
    ] as const) {
      const other = await upload(file, { tags }, one);
      expect(other.statusCode).toBe(409);
      expect(other.json().error).toMatchObject({ code: 'conflict', details: { reason: 'idempotency_key_reused' } });
    }
    expect(await left()).toEqual({ rows: 1, bytes: uploaded.length, objects: 1 });
  });

  it('is refused with Retry-After while the first upload is in progress', async () => {
    const { upload, use, good, left } = await uploadWorld();
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    use({
      ...good,
      async put(...args) {
        reached.resolve();
        await go.promise;
        return good.put(...args);
      },
    });
    const first = upload(fasta, {}, one);
    await reached.promise;
    const second = await upload(fasta, {}, one);
    expect([second.statusCode, second.headers['retry-after']], second.body).toEqual([409, '1']);
    expect(second.json().error.details).toEqual({ reason: 'idempotency_key_in_use' });
    go.resolve();
    expect((await first).statusCode).toBe(201);
    expect((await upload(fasta, {}, one)).json().id).toBe((await first).json().id);
    expect(await left()).toEqual({ rows: 1, bytes: uploaded.length, objects: 1 });
  });

  it('releases its key when it fails', async () => {
    const { upload, use, good } = await uploadWorld();
    use(storeFaults[Object.keys(storeFaults)[0] as keyof typeof storeFaults](good));
    expect((await upload(fasta, {}, one)).statusCode).toBe(503);
    use(good);
    expect((await upload(fasta, {}, one)).statusCode).toBe(201);
  });

  it('returns its file after its project was closed, which accepts no new file', async () => {
    const { upload, projects, left } = await uploadWorld();
    const project = testProject();
    projects.known.set(project.id, project);
    const into = (key: string) => upload(fasta, { project_id: project.id }, { 'idempotency-key': key });
    expect((await into('one')).statusCode).toBe(201);
    projects.closed.add(project.id);
    expect((await into('one')).statusCode).toBe(200);
    expect((await into('two')).statusCode).toBe(409);
    expect(await left()).toEqual({ rows: 1, bytes: uploaded.length, objects: 1 });
  });

  it('refuses an invalid key and two different keys', async () => {
    const { upload } = await uploadWorld();
    for (const headers of [{ 'idempotency-key': 'a b' }, { ...one, 'x-idempotency-key': 'two' }]) {
      const answer = await upload(fasta, {}, headers as Record<string, string>);
      expect(answer.json().error.code).toBe('validation_error');
    }
  });
});

describe('the inspection of an upload', () => {
  const inspections = () => {
    const started = startInspections({
      log: quietLog,
      program: badThread,
      silence: { processorMs: 300, wallMs: 20_000 },
    });
    onTestFinished(() => void started.stop());
    return started;
  };

  it('refuses a forbidden file with the reason, and leaves no row, object or bytes', async () => {
    const { upload, left } = await uploadWorld();
    const answer = await upload({ name: 'innocent.fasta', bytes: '<!doctype html><script>alert(1)</script>' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({
      code: 'validation_error',
      message: expect.stringMatching(/^file: HTML/),
      details: { reason: 'forbidden_html', errors: [{ path: 'file' }] },
    });
    expect(await left()).toEqual({ rows: 0, bytes: 0, objects: 0 });
  });

  it('uses the stored name, without control characters that would hide its extension', async () => {
    const { upload } = await uploadWorld();
    const answer = await upload({ name: 'a.ht\u0085ml', bytes: 'MKV' });
    expect(answer.json().error).toMatchObject({ details: { reason: 'forbidden_html' } });
  });

  it('runs for several uploads at once', async () => {
    const { upload, left } = await uploadWorld();
    const answers = await Promise.all([upload(), upload({ name: 'a.html', bytes: uploaded }), upload()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 400, 201]);
    expect(await left()).toEqual({ rows: 2, bytes: 2 * uploaded.length, objects: 2 });
  });

  it('returns 503 and stores nothing when its thread dies; the next upload gets a new one', async () => {
    const { upload, left } = await uploadWorld({ inspections: inspections() });
    const answer = await upload({ name: 'dies', bytes: uploaded });
    expect(answer.statusCode, answer.body).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect((await upload({ name: 'well', bytes: uploaded })).statusCode).toBe(201);
    expect(await left()).toEqual({ rows: 1, bytes: uploaded.length, objects: 1 });
  });

  it('refuses a file that hangs the thread, and stores another file of that thread', async () => {
    const { upload, left } = await uploadWorld({ inspections: inspections() });
    const [hostile, neighbour] = await Promise.all([
      upload({ name: 'hangs', bytes: uploaded }),
      upload({ name: 'well', bytes: uploaded }),
    ]);
    expect(hostile.statusCode, hostile.body).toBe(400);
    expect(hostile.json().error.details).toMatchObject({ reason: 'inspection_too_costly' });
    expect(neighbour.statusCode, neighbour.body).toBe(201);
    expect(await left()).toEqual({ rows: 1, bytes: uploaded.length, objects: 1 });
  });

  it('keeps only a few megabytes of a large file in memory when its thread is slow', async () => {
    const thread = inspections();
    let waiting = 0;
    const open = (filename: string, workspaceId: string) => {
      const inspection = thread.open(filename, workspaceId);
      const add = async (bytes: Uint8Array) => {
        waiting++;
        await inspection.add(bytes);
        waiting--;
      };
      return { ...inspection, add };
    };
    const { app, key, left, library } = await uploadWorld({ inspections: { ...thread, open } });
    const { socket, sent } = await sendWhatIsTaken(app, key, 'keeps', () => waiting > 0);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
    socket.destroy();
    await thread.stop();
    await eventually(async () => (await library.db.query('select id from uploads')).rows.length === 0);
    expect(await left()).toEqual({ rows: 0, bytes: 0, objects: 0 });
  });
});

/**
 * Sends a large file until the receiver `holds` a chunk and accepts no more. `sent` is the number of accepted bytes, including those
 * in kernel buffers.
 */
async function sendWhatIsTaken(app: FastifyInstance, key: string, filename: string, holds: () => boolean) {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  const size = 48 * 1024 * 1024;
  socket.write(
    `POST /api/v1/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-length: ${size}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\n\r\n' +
      `--x\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`,
  );
  const piece = Buffer.alloc(1024 * 1024, 'A');
  let sent = 0;
  while (sent < size - 2 * piece.length) {
    const more = socket.write(piece);
    sent += piece.length;
    if (!more && !(await Promise.race([once(socket, 'drain').then(() => true), stalled(socket, holds)]))) break;
  }
  return { socket, sent: sent - socket.writableLength };
}

/**
 * Resolves to false once the receiver holds a chunk and the socket's queue has not become shorter for 500 ms. The buffers in
 * between fill at once, and no event reports that they are full.
 */
async function stalled(socket: { writableLength: number }, holds: () => boolean): Promise<false> {
  await eventually(holds);
  for (let before = -1; before !== socket.writableLength; ) {
    before = socket.writableLength;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}
