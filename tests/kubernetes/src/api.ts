import { eventually as inAShortWhile } from '@rotamer/kit/testing/eventually.ts';
import { isTerminal } from '@rotamer/test-support/resources.ts';
import { inPod } from './cluster.ts';

/** The fields of a job that the tests read. */
export interface ApiJob {
  id: string;
  status: string;
  credits_used: number;
  execution_time_seconds: number | null;
}

/**
 * Returns a client that calls the public API from a pod inside the cluster, so that the tests work with any cluster.
 */
export function apiFrom(pod: string, key: string) {
  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const options = {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    };
    const code = `fetch('http://gateway-http/api/v1${path}',${JSON.stringify(options)}).then(async(r)=>{const t=await r.text();if(!r.ok)throw new Error(r.status+t);console.log(t)})`;
    return JSON.parse(await inPod(pod, code));
  }
  return {
    submit: (tool: string, input: object, settings?: object) =>
      call<ApiJob>('POST', '/jobs', { tool, name: tool, input: { inputs: [input] }, settings }),
    /** Refused if called again within 5 s for the same job, so callers must retry. */
    job: (id: string) => call<ApiJob>('GET', `/jobs/${id}/status`),
    result: (id: string) =>
      call<{ results: { output_port_id: string; value: { sseqid?: string } }[] }>('GET', `/results/${id}`),
    async ended(id: string, timeoutMs: number): Promise<ApiJob> {
      return eventually(async () => {
        const job = await this.job(id);
        return isTerminal(job) && (job.status !== 'COMPLETED' || job.credits_used > 0) && job;
      }, timeoutMs);
    },
  };
}

/** Waits for a condition of the cluster. Checks once a second, because each check starts programs. */
export const eventually: typeof inAShortWhile = (check, timeout, interval = 1_000) =>
  inAShortWhile(check, timeout, interval);
