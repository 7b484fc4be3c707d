import type { ToolContract } from '@rotamer/tools/contract.ts';

/** A tool as a workflow sees it. */
export interface OfferedTool {
  contract: ToolContract;
  /** A live runner offers it. */
  available: boolean;
}

/** The tools that there are, by id. */
export type Tools = ReadonlyMap<string, OfferedTool>;
