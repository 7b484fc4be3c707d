import { Tool } from '@rotamer/proto/jobs/v1/jobs.ts';
import { contract } from '@rotamer/tools/iqtree/tool.ts';
import { expect, it } from 'vitest';
import { presentTool } from './presentTool.ts';

it('shows which outputs may differ between runs of the same request, and why', () => {
  const { ports } = presentTool(Tool.fromPartial({ contractJson: JSON.stringify(contract) })).output;
  const told = Object.fromEntries(ports.map(({ id, varies }) => [id, varies]));
  expect(told).toMatchObject({ tree: undefined, report: 'it says when and how long IQ-TREE ran' });
});
