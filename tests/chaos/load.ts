import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { long } from '@rotamer/kit/testing/long.ts';
import type { Client } from '@rotamer/test-support/client.ts';
import { type JobRequest, propertiesOf, waitingJob } from '@rotamer/test-support/requests.ts';
import { type ErrorBody, type Job, milli } from '@rotamer/test-support/resources.ts';
import { lysozyme } from '@rotamer/test-support/testData.ts';
import type { Workspace } from '@rotamer/test-support/workspace.ts';
import type { History, Submission } from './history.ts';

export interface Load {
  /** Returns a copy of the submissions and responses so far. */
  soFar(): History;
  /** Stops all clients and returns their history. */
  stop(): Promise<History>;
}

/** Pause of a client between two jobs, because the tools share the machine with the tests. */
const PAUSE_MS = long ? 600 : 2_000;

/** A cap that a short metered job does not reach. */
const CAP_CREDITS = 2;

/**
 * Clients that submit jobs with idempotency keys, retry requests without a response, send some keys twice concurrently,
 * and cancel some jobs; they record the responses. Each workspace has its own client.
 */
export function startLoad(workspaces: Workspace[]): Load {
  const history: History = { submissions: [], cancellations: [] };
  let stopping = false;

  async function oneClient({ id: workspaceId, client }: Workspace): Promise<void> {
    for (let n = 0; !stopping; n++) {
      const submission = newSubmission(workspaceId, n);
      history.submissions.push(submission);
      const request = requestFor(submission, n);
      // Every third key is sent by two callers at once.
      const callers = n % 3 === 0 ? [client, client] : [client];
      await Promise.all(callers.map((caller) => submit(caller, request, submission)));
      const [jobId] = submission.accepted;
      if (jobId && n % 4 === 1) history.cancellations.push({ jobId, outcome: await cancel(client, jobId) });
      await sleep(PAUSE_MS);
    }
  }

  const clients = Promise.all(workspaces.map(oneClient));
  return {
    soFar: () => structuredClone(history),
    async stop() {
      stopping = true;
      await clients;
      return history;
    },
  };
}

function newSubmission(workspaceId: string, n: number): Submission {
  const maxCharge = n % 7 === 3 ? milli(CAP_CREDITS) : 1_000;
  return { key: randomUUID(), workspaceId, maxCharge, accepted: [], refused: [] };
}

function requestFor({ key }: Submission, n: number): JobRequest {
  if (n % 7 !== 3) return propertiesOf(lysozyme, { name: key });
  return waitingJob(1, { name: key, billing: { max_reserved_credits: CAP_CREDITS } });
}

/** Submits with the key. The client retries until it gets a response; if it gives up, the outcome stays unknown. */
async function submit(client: Client, request: JobRequest, submission: Submission): Promise<void> {
  const headers = { 'idempotency-key': submission.key };
  const answer = await client.post<Job & ErrorBody>('/jobs', request, headers).catch(() => undefined);
  if (!answer) return;
  if (answer.status < 300) submission.accepted.push(answer.body.id);
  else submission.refused.push(answer.body.error.code);
}

async function cancel(client: Client, jobId: string) {
  // Sent once only, because a retry could not distinguish its own success from "too late".
  const answer = await client.post(`/jobs/${jobId}/cancel`).catch(() => undefined);
  if (answer?.status === 200) return 'confirmed';
  return answer?.status === 409 ? 'refused' : 'unknown';
}
