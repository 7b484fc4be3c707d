import type { JobResult, JobResultFile, Rotamer } from '@rotamer/client';
import type { PortRows } from '@rotamer/pages/viewers/table/resultTables.ts';
import { LRUCache } from 'lru-cache';

/** The first part of a result, which the page shows. */
export interface ShownResult {
  files: JobResultFile[];
  rows: PortRows[];
  /** Whether there are more rows or files than these. */
  hasMore: boolean;
}

/** Reads the result of a job that has ended. */
export type ReadResult = (api: Rotamer, workspaceId: string, jobId: string) => Promise<ShownResult>;

/** Results kept in memory, each at most 1 MiB of rows and 200 files. */
const KEPT = 100;
const KEPT_MS = 10 * 60_000;

/**
 * A result never changes, and the API wants five seconds between two reads. So it is kept for some minutes. Only call this after the
 * job itself was read with the session of the person: who may read the job may read its result.
 */
export function rememberResults(): ReadResult {
  const recent = new LRUCache<string, ShownResult>({ max: KEPT, ttl: KEPT_MS });
  // The pictures of a page ask for its result together, and of reads that arrive together the API allows one.
  const reading = new Map<string, Promise<ShownResult>>();

  async function read(api: Rotamer, key: string, jobId: string): Promise<ShownResult> {
    try {
      const path = `/results/${encodeURIComponent(jobId)}`;
      const { body, headers } = await api.request<JobResult>('GET', path, { object: 'job_result' });
      const result = shown(body, headers.has('link'));
      recent.set(key, result);
      return result;
    } finally {
      reading.delete(key);
    }
  }

  return async (api, workspaceId, jobId) => {
    const key = `${workspaceId} ${jobId}`;
    const known = recent.get(key);
    if (known) return known;
    // A read that failed may have been that of another person.
    const other = reading.get(key);
    const shared = other && (await other.catch(() => undefined));
    if (shared) return shared;
    const own = read(api, key, jobId);
    reading.set(key, own);
    return own;
  };
}

function shown({ files, results }: JobResult, hasMore: boolean): ShownResult {
  const byPort = Map.groupBy(results, ({ output_port_id }) => output_port_id);
  const rows = [...byPort].map(([portId, items]) => {
    const whole = files.find(({ output_port_id, format }) => output_port_id === portId && format === 'JSONL');
    return { portId, items: items as PortRows['items'], total: items.length, fileId: whole?.key };
  });
  return { files, rows, hasMore };
}
