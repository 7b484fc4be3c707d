import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Api } from './api.ts';
import { isTerminal, type Job } from './resources.ts';

/** Follows a job's events until it has ended. Opens a stream again when it closes before that. */
export async function watchJob(api: Api, jobId: string, onChange: (job: Job) => void): Promise<Job> {
  for (;;) {
    const answer = await api.open(`/jobs/${jobId}/events`);
    const events = answer.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { event, data } of events) {
      if (event !== 'status' && event !== 'terminal') continue;
      const job = JSON.parse(data) as Job;
      if (isTerminal(job)) return job;
      onChange(job);
    }
  }
}
