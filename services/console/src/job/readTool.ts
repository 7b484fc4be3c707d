import type { Rotamer, Tool } from '@rotamer/client';
import { LRUCache } from 'lru-cache';

/** Reads the contract of a tool; undefined when it no longer exists. */
export type ReadTool = (api: Rotamer, toolId: string) => Promise<Tool | undefined>;

/** Contracts change with a release, and are the same for every workspace. */
const TRUSTED_MS = 60_000;

export function rememberTools(): ReadTool {
  const recent = new LRUCache<string, Tool>({ max: 500, ttl: TRUSTED_MS });
  return async (api, toolId) => {
    const known = recent.get(toolId);
    if (known) return known;
    // Labels and citations are missing without it, but the job is shown.
    const tool = await api.tools.get(toolId).catch(() => undefined);
    if (tool) recent.set(toolId, tool);
    return tool;
  };
}
