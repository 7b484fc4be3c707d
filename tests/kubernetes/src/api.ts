import { isTerminal } from '@rotamer/test-support/resources.ts';
import { inPod } from './cluster.ts';
import { eventually } from './eventually.ts';

/** A job as the public API shows it, as much as the tests look at. */
export interface ApiJob {
  id: string;
  status: string;
  credits_used: number;
  execution_time_seconds: number | null;
}

/** The public API, spoken to from a pod inside, so that any cluster will do. */
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
    /** Refused when it comes sooner than 5 s after the last: to be asked by what tries again. */
    job: (id: string) => call<ApiJob>('GET', `/jobs/${id}/status`),
    async ended(id: string, timeoutMs: number): Promise<ApiJob> {
      return eventually(async () => {
        const job = await this.job(id);
        return isTerminal(job) && (job.status !== 'COMPLETED' || job.credits_used > 0) && job;
      }, timeoutMs);
    },
  };
}
