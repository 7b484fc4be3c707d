import { useEffect, useState } from 'preact/hooks';
import { JobState } from '../jobs/JobState.tsx';
import { count, credits } from '../words/numbers.ts';
import type { LiveJob } from './liveJob.ts';
import { followJob } from './liveJob.ts';

/** The state of a job as it changes: its place in the queue, or its progress and cost. A page without scripts shows it as it was. */
export function JobProgress({ job: first, events }: { job: LiveJob; events: string }) {
  const [job, setJob] = useState(first);
  useEffect(() => followJob(first, events, setJob), []);
  const isRunning = job.status === 'PROCESSING';
  return (
    <div class="progress">
      <p aria-live="polite">
        <JobState status={job.status} />
      </p>
      {isRunning && job.progress !== null && (
        <p>
          <progress max={100} value={job.progress} aria-label="Progress" /> {job.progress} %
        </p>
      )}
      {job.queue && !isRunning && <Waiting queue={job.queue} />}
      {isRunning && <Cost job={job} />}
    </div>
  );
}

/** Why the job waits, and how many come before it. */
function Waiting({ queue }: { queue: NonNullable<LiveJob['queue']> }) {
  const ahead = queue.own_jobs_ahead;
  return (
    <p class="quiet">
      {queue.waiting_reason}{' '}
      {ahead > 0 && `${count(ahead, 'job')} of this workspace ${ahead === 1 ? 'is' : 'are'} ahead.`}
    </p>
  );
}

/** What is reserved against what the job may cost. */
function Cost({ job }: { job: LiveJob }) {
  const { held_credits: held, cap_credits: cap } = job.price;
  if (cap === 0) return null;
  return (
    <p>
      <meter min={0} max={cap} value={Math.min(held, cap)} aria-label="Reserved credits" /> {credits(held)} reserved of
      at most {credits(cap)}
    </p>
  );
}
