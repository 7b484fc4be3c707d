import { newId } from '@rotamer/kit/ids.ts';
import type { ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it } from 'vitest';
import type { Definition } from '../definition/schema.ts';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';

/** Runs one job for each protein. */
const each: Definition = {
  ...thin,
  nodes: thin.nodes.map((node) => (node.type === 'tool' ? { ...node, mode: 'each' } : node)),
};

const TWO = '>a first\nMKV\n>b\nMKL\n';

async function startWith(definition: Definition) {
  const world = await startWorkflows();
  const owner = await world.published(definition);
  return {
    ...world,
    owner,
    async save(content: string, more: Partial<ResolvedFile> = {}): Promise<string> {
      const fileId = newId('file', new Date());
      const key = `files/${owner.workspaceId}/${fileId}`;
      const { size, sha256 } = await world.blobs.put(key, content);
      world.saved.push({
        fileId,
        key,
        size,
        sha256,
        filename: 'two.fasta',
        format: 'FASTA',
        textual: true,
        units: {},
        ...more,
      });
      return fileId;
    },
    async start(...fileIds: string[]): Promise<string> {
      const inputData = { proteins: { method: { $case: 'files' as const, value: { fileIds } } } };
      return owner.start({}, { inputData });
    },
  };
}

describe('saved files as the input of a run', () => {
  it('are split into records where a node looks at single records', async () => {
    const { save, start, settle, jobs, owner } = await startWith(each);
    const runId = await start(await save(TWO), await save('>c\nMKI\n'));
    await settle();
    expect((await owner.run(runId)).nodes[0]).toMatchObject({ items: 3 });
    const contents = jobs.all().map(({ request }) => request.inputs[0]!.content);
    expect(contents).toEqual(['>a first\nMKV\n', '>b\nMKL\n', '>c\nMKI\n']);
  });

  it('stay whole and are passed to the job by id where no node looks into them', async () => {
    const { save, start, settle, jobs } = await startWith(thin);
    const fileId = await save(TWO);
    await start(fileId);
    await settle();
    expect(jobs.all()[0]!.request.inputs).toMatchObject([
      {
        kind: 'protein',
        format: 'FASTA',
        label: 'two.fasta',
        source: { source: { $case: 'file', value: { fileId } } },
      },
    ]);
  });

  it('are refused as not found when the workspace does not have them, and no run starts', async () => {
    const { save, start, db } = await startWith(thin);
    const unknown = newId('file', new Date());
    await expect(start(await save(TWO), unknown)).rejects.toMatchObject({
      code: 'not_found',
      message: 'input_data.proteins.file_ids[1]: no such file in this workspace.',
    });
    expect((await db.query('select from runs')).rowCount).toBe(0);
  });

  it('are refused by their path when they are not text or have another format', async () => {
    const { save, start } = await startWith(thin);
    const image = await save('x', { format: 'PNG', textual: false });
    await expect(start(image)).rejects.toMatchObject({ code: 'validation_error' });
    await expect(start(image)).rejects.toThrow('input_data.proteins.file_ids[0]');
  });

  it('fail their node with a message when they are deleted before they are read', async () => {
    const { save, start, saved, settle, owner } = await startWith(each);
    const runId = await start(await save(TWO));
    saved.length = 0;
    await settle();
    const { run } = await owner.run(runId);
    expect(run).toMatchObject({ status: RunStatus.FAILED });
    expect(run!.attempts[0]!.error).toBe('proteins: input_data.proteins: no such file in this workspace.');
  });
});
