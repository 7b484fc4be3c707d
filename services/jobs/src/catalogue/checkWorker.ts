import { workerData } from 'node:worker_threads';
import { findTool } from '@rotamer/tools/catalogue.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { checkRequest } from '@rotamer/tools/shared/checkRequest.ts';
import { checkConfigured } from '@rotamer/tools/shared/configured/checkConfigured.ts';
import { type CheckBatch, type CheckOutcome, type CheckTask, checkEach } from './checkBatch.ts';

/** Runs tools' `check.ts` in a worker thread. The thread is ended when a check hangs on hostile text. */
export default function checkInWorker(batch: CheckBatch): CheckOutcome[] {
  return checkEach(batch, check);
}

const { configured = [] } = (workerData ?? {}) as { configured?: ToolContract[] };
const configuredTools = new Map(
  configured.map((contract) => [contract.id, { contract, check: checkConfigured(contract) }]),
);

function check({ tool, inputs, settings, dataset }: CheckTask): CheckOutcome {
  const entry = findTool(tool) ?? configuredTools.get(tool);
  if (!entry) throw new Error(`no tool ${tool}`);
  return checkRequest(entry.contract, entry.check, inputs, settings, dataset);
}
