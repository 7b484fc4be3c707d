import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createLineReader } from '@rotamer/api/requests/readBatchLine.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { BatchStatus, ProblemPolicy } from '@rotamer/proto/workflows/v1/batch.ts';
import { BatchesDefinition, type CreateBatchRequest } from '@rotamer/proto/workflows/v1/batches.ts';
import { describe, expect, it } from 'vitest';
import { readFile } from '../batches/readFile.ts';
import type { Deps } from '../deps.ts';
import { badFile, lineOf } from '../testing/batchFile.ts';
import { PRICE } from '../testing/fakeJobs.ts';
import { startWorkflows, type Worker } from '../testing/startWorkflows.ts';
import { readBatches } from './readBatches.ts';

const described: Worker = ({ inputs }) => ({
  rows: { properties: [{ value: { length: inputs[0]!.content!.length } }] },
});

async function startWorld() {
  const world = await startWorkflows();
  const batches = world.ask(BatchesDefinition, 'gateway');
  const owner = world.user();
  return {
    ...world,
    batches,
    owner,
    async save(text: string): Promise<string> {
      const fileId = newId('file', new Date());
      const key = `uploads/${owner.workspaceId}/${fileId}`;
      const { size, sha256 } = await world.blobs.put(key, text);
      world.saved.push({
        fileId,
        filename: 'batch.jsonl',
        format: 'JSON',
        key,
        size,
        sha256,
        textual: true,
        units: {},
      });
      return fileId;
    },
    async start(fileId: string, more: Partial<CreateBatchRequest> = {}) {
      const source = { $case: 'fileId' as const, value: fileId };
      const request = { submissionId: randomUUID(), name: 'File', onProblem: ProblemPolicy.REFUSE, source, ...more };
      return (await batches.create(request, owner.scope)).batch!;
    },
    get: (batchId: string) => batches.get({ batchId }, owner.scope),
  };
}

describe('a batch of a file', () => {
  it('is checked after its start, and runs a job for each line', async () => {
    const { save, start, settle, get, jobs } = await startWorld();
    const { id, status } = await start(await save(`${lineOf('a')}\r\n\n${lineOf('b')}\n`));
    expect(status).toBe(BatchStatus.VALIDATING);
    await settle(described);
    expect(await get(id)).toMatchObject({ status: BatchStatus.COMPLETED, items: 2, completed: 2, problemCount: 0 });
    expect(jobs.all().map(({ job }) => job.name)).toEqual(['File · a', 'File · b']);
  });

  it('fails with the problems of every line, and submits nothing', async () => {
    const { save, start, settle, get, jobs, db } = await startWorld();
    const { id } = await start(await save(badFile(250)));
    await settle(described);
    const batch = await get(id);
    expect(batch).toMatchObject({ status: BatchStatus.FAILED, problemCount: 10, attempts: 0 });
    expect(batch.problems.slice(0, 4)).toMatchObject([
      { line: 20, customId: '', path: '', message: expect.stringContaining('NaN is not JSON') },
      { line: 40, customId: 'c40', path: 'input.inputs[0].content', message: 'line 1: bad input' },
      { line: 60, customId: 'c59', path: 'custom_id', message: 'is also the custom_id of line 59' },
      { line: 80, customId: 'c80', path: 'input', message: 'is required' },
    ]);
    expect(jobs.submissions()).toBe(0);
    expect((await db.query('select count(*) from batch_lines')).rows[0].count).toBe(0);
  });

  it('leaves bad lines out when it may skip them, and quotes the others', async () => {
    const { save, start, settle, get, batches, owner } = await startWorld();
    const fileId = await save(badFile(250));
    const quote = await batches.quote({ source: { $case: 'fileId', value: fileId } }, owner.scope);
    expect(quote).toMatchObject({ lines: 250, goodLines: 240, problemCount: 10, estimatedMillicredits: 240 * PRICE });
    const { id } = await start(fileId, { onProblem: ProblemPolicy.SKIP });
    await settle(described);
    expect(await get(id)).toMatchObject({
      status: BatchStatus.COMPLETED,
      items: 240,
      completed: 240,
      problemCount: 10,
    });
  });

  it('is read again from its beginning when a process dies while it reads', async () => {
    const { save, start, settle, get, jobs, deps, whole, db } = await startWorld();
    const { id } = await start(await save(Array.from({ length: 250 }, (_, i) => lineOf(`c${i}`)).join('\n')));
    let calls = 0;
    const dying = {
      ...deps.jobs,
      assessMany: (...args: Parameters<Deps['jobs']['assessMany']>) =>
        ++calls === 3 ? new Promise<never>(() => {}) : deps.jobs.assessMany(...args),
    };
    void whole((workers) => readBatches({ ...deps, jobs: dying }, workers));
    await expect.poll(async () => (await get(id)).items, { timeout: 20_000 }).toBe(120);
    await db.query(`update batches set try_at = now()`);
    await db.query('delete from begun_work');
    await settle(described);
    expect(await get(id)).toMatchObject({ status: BatchStatus.COMPLETED, items: 250, completed: 250 });
    expect(jobs.all()).toHaveLength(250);
  });

  it('can be cancelled while it is read', async () => {
    const { save, start, settle, get, batches, owner, jobs } = await startWorld();
    const { id } = await start(await save(lineOf('a')));
    await batches.cancel({ batchId: id }, owner.scope);
    await settle(described);
    expect(await get(id)).toMatchObject({ status: BatchStatus.CANCELLED });
    expect(jobs.submissions()).toBe(0);
  });

  it('submits no more lines once enough results match', async () => {
    const { save, start, settle, get, jobs } = await startWorld();
    jobs.limits.concurrent = 5;
    const stopWhen = { metric: 'length', op: 'gte', valueJson: '7', count: 4 };
    const text = Array.from({ length: 100 }, (_, i) => lineOf(`c${i}`)).join('\n');
    const { id } = await start(await save(text), { stopWhen });
    await settle(described);
    const { status, completed, skipped, matched } = await get(id);
    expect(status).toBe(BatchStatus.COMPLETED);
    expect(matched).toBeGreaterThanOrEqual(4);
    expect(completed).toBeLessThan(60);
    expect(completed + skipped).toBe(100);
  });

  it('needs a file of the workspace', async () => {
    const { start } = await startWorld();
    await expect(start(newId('file', new Date()))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a file of lines', () => {
  const linesOf = async (chunks: string[], maxLines?: number) => {
    const found = [];
    for await (const one of readFile(
      Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
      createLineReader(),
      maxLines,
    ))
      found.push('line' in one ? one.line.customId : `${one.problems[0]!.line}: ${one.problems[0]!.message}`);
    return found;
  };

  it('may be cut at any byte', async () => {
    const text = `${lineOf('ä')}\n${lineOf('b')}`;
    const bytes = Buffer.from(text);
    for (const at of [1, 16, 17, text.indexOf('\n'), text.indexOf('\n') + 1]) {
      const found = [];
      const body = Readable.from([bytes.subarray(0, at), bytes.subarray(at)]);
      for await (const one of readFile(body, createLineReader())) found.push('line' in one && one.line.customId);
      expect(found, String(at)).toEqual(['ä', 'b']);
    }
  });

  it('reports a line that is not valid UTF-8, and reads the next one', async () => {
    const found = [];
    const body = Readable.from([
      Buffer.from(`${lineOf('b')}\n`),
      Buffer.from(lineOf('\u00e9'), 'latin1'),
      Buffer.from(`\n${lineOf('c')}`),
    ]);
    for await (const one of readFile(body, createLineReader()))
      found.push('line' in one ? one.line.customId : one.problems[0]!.message);
    expect(found).toEqual(['b', 'is not valid UTF-8', 'c']);
  });

  it('reports a line that is too long, and reads the next one', async () => {
    const long = 'x'.repeat(100_000);
    expect(await linesOf([...Array(7).fill(long), '\n', lineOf('b')])).toEqual(['1: has more than 614400 bytes', 'b']);
  });

  it('is read up to the limit of lines', async () => {
    const text = [lineOf('a'), lineOf('b'), lineOf('c')].join('\n');
    expect(await linesOf([text], 2)).toEqual(['a', 'b', '3: is one of more than 2 lines; split the file']);
  });
});
