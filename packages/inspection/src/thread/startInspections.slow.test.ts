import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inspectFile } from '../inspect.ts';
import { forbiddenSamples } from '../testing/samples/forbidden.ts';
import { goodSamples } from '../testing/samples/good.ts';
import { zip } from '../testing/samples/packing.ts';
import { streamOf } from '../testing/samples/streams.ts';
import { Lost } from './messages.ts';
import { type Inspections, type InspectionsOptions, startInspections } from './startInspections.ts';

const bad = new URL('../testing/badThread.ts', import.meta.url);
const MIB = 1024 * 1024;
const silence = { processorMs: 300, wallMs: 20_000 };

function started(options: Partial<InspectionsOptions> = {}): Inspections {
  const inspections = startInspections({ log: quietLog, ...options });
  onTestFinished(() => void inspections.stop());
  return inspections;
}

async function inspect(inspections: Inspections, name: string, bytes: AsyncIterable<Uint8Array>, workspaceId = 'ws_1') {
  const running = inspections.open(name, workspaceId);
  for await (const chunk of bytes) await running.add(chunk);
  running.end();
  return running.verdict;
}

/** Returns the id of the thread that answers; the threads run `badThread.ts`. */
async function threadOf(inspections: Inspections): Promise<string | false> {
  const verdict = await inspect(inspections, 'well', streamOf('MKV'));
  return verdict.ok && verdict.format;
}

describe('inspections in a thread', () => {
  it('return the same results as without a thread, for many files at a time', async () => {
    const inspections = started();
    const samples = [...forbiddenSamples(), ...goodSamples].filter((_, i) => i % 5 === 0);
    const verdicts = samples.map(({ name, content }) => inspect(inspections, name, streamOf(content, [3000, 70_000])));
    for (const [i, { name, content }] of samples.entries()) {
      expect(await verdicts[i], name).toEqual(await inspectFile(streamOf(content), name));
    }
  });

  it('read a large file in the buffers of the pool, with any chunk size', async () => {
    const content = Buffer.from(`>a\n${'MKVLAATWQG'.repeat(600_000)}\n`);
    for (const size of [65_536, 1_000_003, content.length]) {
      const verdict = await inspect(started(), 'a.fasta', streamOf(content, [size]));
      expect(verdict).toMatchObject({ ok: true, format: 'FASTA', units: { records: 1, residues: 6_000_000 } });
    }
  });

  it('reject as early as possible, and then accept no more bytes', async () => {
    const running = started().open('page.html', 'ws_1');
    expect(await running.verdict).toMatchObject({ ok: false, reason: 'forbidden_html' });
    for (let i = 0; i < 20; i++) await running.add(Buffer.alloc(MIB));
    running.end();
  });

  it('accept no more than 1 MiB of unread bytes', async () => {
    const running = started({ program: bad }).open('keeps', 'ws_1');
    let taken = 0;
    const adding = (async () => {
      for (;;) {
        await running.add(Buffer.alloc(10_000));
        taken += 10_000;
      }
    })();
    await eventually(() => taken > MIB - 10_000);
    expect(await Promise.race([adding, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
    expect(taken).toBeLessThanOrEqual(MIB);
    running.giveUp();
    await expect(adding).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it.each(['dies', 'throws', 'outgrows', 'hangs'])('lose all files of a thread in which one %s', async (name) => {
    const inspections = started({ program: bad, silence });
    const other = inspections.open('keeps', 'ws_1');
    const lost = [inspect(inspections, name, streamOf('MKV')), other.verdict, other.add(Buffer.alloc(2 * MIB))];
    for (const outcome of await Promise.allSettled<unknown>(lost)) {
      expect(outcome).toMatchObject({ reason: expect.any(Lost) });
    }
    expect(await threadOf(inspections)).not.toBe(false);
  });

  it.each(['outgrows', 'hangs'])('refuse a file that %s in a separate thread, and inspect others', async (name) => {
    const inspections = started({ program: bad, silence });
    const again = (file: string, workspaceId: string) => inspections.again(file, workspaceId, () => streamOf('MKV'));
    const [hostile, neighbour] = await Promise.all([again(name, 'ws_1'), again('well', 'ws_2'), again(name, 'ws_1')]);
    expect(hostile).toMatchObject({ ok: false, reason: 'inspection_too_costly' });
    expect(neighbour).toMatchObject({ ok: true });
  });

  it.each(['dies', 'throws'])('return service_unavailable for a file that %s in a separate thread', async (name) => {
    const inspections = started({ program: bad, silence });
    await expect(inspections.again(name, 'ws_1', () => streamOf('MKV'))).rejects.toThrow(Lost);
  });

  it('keep a thread that has nothing to read', async () => {
    const inspections = started({ program: bad, silence: { processorMs: 300, wallMs: 1_500 } });
    const running = inspections.open('well', 'ws_1');
    const before = await threadOf(inspections);
    // Idle for longer than the thread may stand still.
    await sleep(2_500);
    expect(await threadOf(inspections)).toBe(before);
    running.giveUp();
  });

  it('read one file of a workspace at a time, concurrently with a file of another', async () => {
    const inspections = started();
    const order: string[] = [];
    const rows = (count: number) => Buffer.from(`>a\n${'MKVLAATWQG'.repeat(count)}\n`);
    const add = async (workspaceId: string, bytes: Buffer) => {
      const running = inspections.open('a.fasta', workspaceId);
      await running.add(bytes);
      running.end();
      await running.verdict;
      order.push(workspaceId);
    };
    await Promise.all([
      ...Array.from({ length: 20 }, () => add('ws_many', rows(100_000))),
      ...Array.from({ length: 3 }, () => add('ws_few', rows(10))),
    ]);
    expect(order.lastIndexOf('ws_few')).toBeLessThan(8);
  });

  it('keep their thread between files, and end it after a while without files', async () => {
    const busy = started({ program: bad });
    expect(await threadOf(busy)).toBe(await threadOf(busy));
    const idle = started({ program: bad, idleMs: 0 });
    const first = await threadOf(idle);
    await eventually(async () => (await threadOf(idle)) !== first);
  });

  it('that are aborted release their buffers and their disk space', async () => {
    const running = started().open('a.zip', 'ws_1');
    await running.add(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(MIB)]));
    await eventually(() => spools().length > 0);
    running.giveUp();
    await expect(running.verdict).rejects.toMatchObject({ code: 'service_unavailable' });
    await eventually(() => spools().length === 0);
  });

  it('of archives share room on disk, of which a workspace may fill half', async () => {
    const inspections = started({ spoolBytes: 4 * MIB });
    const first = inspections.open('a.zip', 'ws_1');
    await first.add(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(1.5 * MIB)]));
    await eventually(() => spools().some((name) => statSync(join(tmpdir(), name, 'upload')).size > MIB));
    const archive = zip({ 'a.bin': randomBytes(MIB) });
    const add = (workspaceId: string, bytes = archive) => inspect(inspections, 'b.zip', streamOf(bytes), workspaceId);
    const noRoom = { code: 'service_unavailable', retryAfterSeconds: 5 };
    await expect(add('ws_1')).rejects.toMatchObject(noRoom);
    expect(await add('ws_2')).toMatchObject({ ok: true, format: 'ZIP' });
    first.giveUp();
    await eventually(() => spools().length === 0);
    expect(await add('ws_1')).toMatchObject({ ok: true, format: 'ZIP' });
    const nested = zip({ 'b.zip': zip({ 'a.bin': randomBytes(1.2 * MIB) }) });
    await expect(add('ws_1', nested)).rejects.toMatchObject(noRoom);
    expect(await add('ws_1')).toMatchObject({ ok: true });
  });

  it('are lost when the service stops', async () => {
    const inspections = started({ program: bad });
    const running = inspections.open('keeps', 'ws_1');
    await inspections.stop();
    await expect(running.verdict).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

function spools(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`rotamer-inspect-${process.pid}-`));
}
