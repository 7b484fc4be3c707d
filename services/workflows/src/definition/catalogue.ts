import type { ToolContract } from '@rotamer/tools/contract.ts';

/** A tool as a workflow sees it. */
export interface OfferedTool {
  contract: ToolContract;
  /** Whether a live runner offers the tool. */
  available: boolean;
}

/** The catalogue of tools, by id. */
export type Tools = ReadonlyMap<string, OfferedTool>;
