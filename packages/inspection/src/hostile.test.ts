import { cpuMs } from '@rotamer/kit/testing/cpuMs.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { inspectFile } from './inspect.ts';
import { hostileSamples } from './testing/samples/hostile.ts';
import { streamOf } from './testing/samples/streams.ts';
import { startInspections } from './thread/startInspections.ts';

/** About ten times the time of the slowest sample. */
const LIMIT_MS = 1_000;

const inspections = startInspections({ log: quietLog });
afterAll(inspections.stop);

describe('a hostile file', () => {
  it.each(hostileSamples)('of $what does not delay the inspection of another file', async ({ name, content }) => {
    const [hostile, neighbour] = [inspections.open(name, 'ws_1'), inspections.open('a.fasta', 'ws_2')];
    await hostile.add(Buffer.from(content));
    hostile.end();
    await neighbour.add(Buffer.from('>a\nMKV\n'));
    neighbour.end();
    expect(await neighbour.verdict).toMatchObject({ ok: true, format: 'FASTA' });
    expect(await hostile.verdict).toHaveProperty('ok');
    // Safe in this thread: the worker thread has finished inspecting the same file.
    const before = cpuMs();
    await inspectFile(streamOf(content), name);
    expect(cpuMs() - before).toBeLessThan(LIMIT_MS);
  });
});
