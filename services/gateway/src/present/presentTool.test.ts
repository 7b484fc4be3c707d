import { Tool } from '@rotamer/proto/jobs/v1/jobs.ts';
import { contract } from '@rotamer/tools/iqtree/tool.ts';
import { expect, it } from 'vitest';
import { presentTool } from './presentTool.ts';

it('says which outputs may differ when the same request runs again, and why', () => {
  const { ports } = presentTool(Tool.fromPartial({ contractJson: JSON.stringify(contract) })).output;
  const told = Object.fromEntries(ports.map(({ id, varies }) => [id, varies]));
  expect(told).toMatchObject({ tree: undefined, report: 'it says when and how long IQ-TREE ran' });
});
