import type { Db } from '@rotamer/kit/db/db.ts';
import { describe, expect, it } from 'vitest';
import type { Definition } from '../definition/schema.ts';
import { evaluateNode } from '../evaluation/evaluateNode.ts';
import { insertExtended, insertItems } from '../items/itemStore.ts';
import { chemist, library, triage } from '../testing/definitions.ts';
import { memoryBlobs } from '../testing/memoryBlobs.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { evaluateNodes } from './evaluateNodes.ts';

/** Makes conformers of each molecule, and then runs one job for more files than its slot takes one by one. */
const joining: Definition = {
  nodes: [
    { id: 'library', type: 'input', kind: 'smiles' },
    { id: 'conf', type: 'tool', tool: 'conformer-generation', mode: 'each' },
    { id: 'desc', type: 'tool', tool: 'molecule-descriptors' },
    { id: 'out', type: 'output' },
  ],
  edges: [
    { source: 'library', target: 'conf' },
    { source: 'conf', source_port: 'conformers', target: 'desc' },
    { source: 'desc', source_port: 'descriptors', target: 'out' },
  ],
};

/** A blob store that records which artifacts were read. */
function watchedBlobs() {
  const blobs = memoryBlobs();
  const read: string[] = [];
  const get: typeof blobs.get = async (key, range) => {
    if (key.endsWith('.sdf')) read.push(key);
    return blobs.get(key, range);
  };
  return { ...blobs, get, read };
}

describe('sizes that are known', () => {
  it('fail a job whose joined files are too long together, without reading any file', async () => {
    const blobs = watchedBlobs();
    const world = await startWorkflows({ blobs });
    const owner = await world.published(joining);
    const { max } = world.jobs.offered().get('molecule-descriptors')!.contract.slots[0]!;
    const molecules = Array.from({ length: max + 1 }, (_, i) => `C m${i}\n`).join('');
    const content = 'x'.repeat(Math.ceil((950 * 1024) / (max + 1)));
    const runId = await owner.start({ library: molecules });
    await world.settle(({ tool }) =>
      tool === 'conformer-generation'
        ? { files: { conformers: [{ name: 'conformers-0001.sdf', content, format: 'SDF' }] } }
        : undefined,
    );
    const { run, nodes } = await owner.run(runId);
    expect(run!.status).toBe('RUN_STATUS_FAILED');
    expect(nodes.find(({ id }) => id === 'desc')!.error).toMatch(/The job's inputs have \d+ characters; the limit is/);
    expect(blobs.read).toEqual([]);
  });

  it.each(['filter', 'rank', 'branch', 'collect', 'join'] as const)(
    'fail a %s to which too many items come, without reading one',
    async (type) => {
      const world = await startWorkflows();
      const on = { items: 'name', with: 'name' };
      const cases = [{ name: 'many', when: { count: { gt: 3 } } }];
      const looks = { filter: { filters: {} }, rank: {}, branch: { cases }, collect: {}, join: { on } }[type];
      const attemptId = await evaluating(world, { id: 'looks', type, ...looks } as Definition['nodes'][number]);
      await world.db.query(`update nodes set outputs = '{"items": 20001}' where id = 'library'`);
      const deps = { ...world.deps, db: refusing(world.db, /\bitems\b.*metrics/s) };
      expect(await evaluateNode(deps, attemptId, 'looks')).toEqual({
        error: '20001 items came; a node takes at most 20000.',
      });
    },
  );
});

/** Starts a run whose node `looks` waits to be evaluated. */
async function evaluating(
  world: Awaited<ReturnType<typeof startWorkflows>>,
  node: Definition['nodes'][number],
): Promise<string> {
  const into = node.type === 'join' ? [{ target_slot: 'items' }, { target_slot: 'with' }] : [{}];
  const owner = await world.published({
    nodes: [{ id: 'library', type: 'input', kind: 'smiles' }, node, { id: 'out', type: 'output' }],
    edges: [
      ...into.map((slot) => ({ source: 'library', target: node.id, ...slot })),
      { source: node.id, target: 'out', ...(node.type === 'branch' && { source_port: 'many' }) },
    ],
  });
  await owner.start({ library });
  await world.whole((workers) => evaluateNodes(world.deps, workers));
  const { rows } = await world.db.query(`select attempt_id from nodes where id = 'looks' and status = 'EVALUATING'`);
  return rows[0].attempt_id;
}

/** A database that throws an error for some statements. */
function refusing(db: Db, statements: RegExp): Db {
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return (asked: string | { text: string }, ...more: unknown[]) => {
        const text = typeof asked === 'string' ? asked : asked.text;
        if (statements.test(text)) throw new Error(`read: ${text}`);
        return (target.query as (...args: unknown[]) => unknown)(asked, ...more);
      };
    },
  });
}

describe('metrics', () => {
  it('of a joined item include as many of its partner as fit with its own', async () => {
    const world = await startWorkflows();
    const owner = await world.published(triage);
    const runId = await owner.start({ library });
    await world.settle(chemist);
    const made = (id: string, metrics: Record<string, string>) => ({
      id,
      kind: 'smiles',
      format: 'SMILES',
      label: id,
      content: { in: 'text' as const, text: 'C' },
      digest: 'ab',
      metrics,
      sources: [],
    });
    const long = (prefix: string) =>
      Object.fromEntries(
        Array.from({ length: 30 }, (_, i) => [`${prefix}${String(i).padStart(2, '0')}`, 'x'.repeat(900)]),
      );
    await insertItems(world.db, runId, [
      made('itm_a', { ...long('a'), both: 'mine' }),
      made('itm_b', { ...long('b'), both: 'other' }),
    ]);
    await insertExtended(world.db, runId, [{ id: 'itm_c', from: 'itm_a', with: 'itm_b' }]);
    const { rows } = await world.db.query(`select metrics, sources from items where id = 'itm_c'`);
    const { metrics, sources } = rows[0];
    expect(sources).toEqual(['itm_a', 'itm_b']);
    expect(metrics).toMatchObject({ ...long('a'), both: 'mine', b00: 'x'.repeat(900) });
    expect(metrics).not.toHaveProperty('b29');
    expect(JSON.stringify(metrics).length).toBeLessThan(32 * 1024);
  });
});
