import { expect, it } from 'vitest';
import { claimDue } from '../children/dueChildren.ts';
import type { Definition } from '../definition/schema.ts';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { evaluateNodes } from './evaluateNodes.ts';

/** Runs one job for each protein. */
const each: Definition = {
  ...thin,
  nodes: thin.nodes.map((node) => (node.type === 'tool' ? { ...node, mode: 'each' } : node)),
};

const proteins = (count: number) => Array.from({ length: count }, (_, n) => `>p${n}\nMKV\n`).join('');

it('launches a run of another workspace while one workspace has many children to launch', async () => {
  const world = await startWorkflows();
  const [busy, other] = [await world.published(each), await world.published(each)];
  await busy.start({ proteins: proteins(200) });
  await busy.start({ proteins: proteins(200) });
  const late = await other.start({ proteins: proteins(3) });
  await world.whole((workers) => evaluateNodes(world.deps, workers));
  const groups = await claimDue(world.db, 12, []);
  const attempt = (await other.run(late)).run!.attempts[0]!.id;
  const claimed = groups.flatMap(({ attemptId, children }) => children.map(() => attemptId));
  expect(claimed).toHaveLength(12);
  expect(claimed.filter((id) => id === attempt)).toHaveLength(3);
});

it('evaluates a run of another workspace while one workspace has many nodes to evaluate', async () => {
  const world = await startWorkflows();
  const [busy, other] = [await world.published(thin), await world.published(thin)];
  for (let n = 0; n < 25; n++) await busy.start({ proteins: proteins(1) });
  const late = await other.start({ proteins: proteins(1) });
  expect(await world.whole((workers) => evaluateNodes(world.deps, workers)), 'there is more').toBe(true);
  expect((await other.run(late)).nodes[0]).toMatchObject({ id: 'proteins', status: 'NODE_STATUS_COMPLETED' });
});
