import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Client } from './client.ts';
import { isTerminal, type Job } from './resources.ts';

/** One event of a stream. The job in it conforms to the contract. */
export interface StreamEvent {
  event: 'status' | 'terminal' | 'ping' | 'error';
  data: Job & { timestamp?: string; message?: string };
}

/** Yields the events of an opened stream until it closes. */
export async function* readEvents(client: Client, response: Response): AsyncGenerator<StreamEvent> {
  const frames = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data: text } of frames) {
    const data = JSON.parse(text);
    if (event === 'status' || event === 'terminal') client.contract.checkValue('Job', data);
    yield { event: event as StreamEvent['event'], data };
  }
}

/** Opens a job's stream and reads it to its end. A stream that closes early is reopened, as clients should do. */
export async function followJob(client: Client, jobId: string): Promise<{ job: Job; events: StreamEvent[] }> {
  const events: StreamEvent[] = [];
  for (;;) {
    const response = await client.open(`/jobs/${jobId}/events`);
    if (!response.ok) throw new Error(`events of ${jobId} returned ${response.status}: ${await response.text()}`);
    try {
      for await (const event of readEvents(client, response)) events.push(event);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // how fetch reports a broken connection
    }
    const last = events.at(-1);
    if (last?.event === 'terminal' && isTerminal(last.data)) return { job: last.data, events };
  }
}

/** Waits for a job's end by its stream. Returns the ended job. */
export async function waitForJob(client: Client, jobId: string): Promise<Job> {
  return (await followJob(client, jobId)).job;
}
