import {
  NodeInput,
  QuoteRunRequest,
  RetryRunRequest,
  ReuseVerdict,
  StartRequest,
} from '@rotamer/proto/workflows/v1/workflows.ts';
import { expect, it } from 'vitest';
import { each } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';

it('prices a run by its items, and another attempt with the results that it reuses', async () => {
  const world = await startWorkflows();
  const owner = await world.published(each);
  const quote = (what: QuoteRunRequest['what']) =>
    world.workflows.quote(QuoteRunRequest.fromPartial({ what }), owner.scope);
  const proteins = '>a\nMKV\n>b\nMKW\n';
  const text = NodeInput.fromPartial({ method: { $case: 'text', value: { textContent: proteins } } });
  const { workflowId } = (await owner.run(await owner.start({ proteins }))).run!;
  const start = StartRequest.fromPartial({ workflowId, inputData: { proteins: text }, maxMillicredits: 9_000 });
  expect(await quote({ $case: 'start', value: start })).toMatchObject({
    nodes: [{ nodeId: 'props', minJobs: 2, maxJobs: 2, minMillicredits: 2_000, maxMillicredits: 2_000 }],
    ...{ minMillicredits: 2_000, maxMillicredits: 2_000, capMillicredits: 9_000, reuse: [] },
  });
  const runId = await owner.start({ proteins });
  await world.settle(() => 'no luck');
  const retry = RetryRunRequest.fromPartial({ runId, mode: 'ATTEMPT_MODE_FROM_FAILED_NODE', nodeId: 'props' });
  const again = await quote({ $case: 'retry', value: retry });
  expect(again.minMillicredits).toBe(2_000);
  expect(again.reuse.map(({ nodeId, verdict }) => [nodeId, verdict])).toEqual([
    ['proteins', ReuseVerdict.REUSED],
    ['props', ReuseVerdict.RUNS_AGAIN],
    ['out', ReuseVerdict.RUNS_AGAIN],
  ]);
});
