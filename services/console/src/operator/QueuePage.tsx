import { Time } from '../site/Time.tsx';
import { count, number } from '../words/numbers.ts';
import { OperatorTabs } from './OperatorTabs.tsx';
import { Part } from './Part.tsx';

/** What the gateway tells operators about the queue (`GET /operator/queue`). */
export interface OperatorQueue {
  waiting: {
    tool: string;
    workspace_id: string;
    status: string;
    jobs: number;
    oldest_since: string | null;
    reason: string;
  }[];
  has_more: boolean;
  runners: {
    id: string;
    seen_at: string | null;
    live: boolean;
    tools: number;
    datasets: string[];
    running_jobs: number;
  }[];
}

/** The waiting jobs of the installation by tool and workspace, the longest wait first, and its runners. */
export function QueuePage({ queue }: { queue: OperatorQueue }) {
  const { waiting, has_more: hasMore, runners } = queue;
  const jobs = waiting.reduce((sum, one) => sum + one.jobs, 0);
  const running = runners.reduce((sum, one) => sum + one.running_jobs, 0);
  return (
    <>
      <h1>Operator</h1>
      <OperatorTabs current="/queue" />
      <p class="lead">
        {`${count(jobs, 'job')} ${jobs === 1 ? 'waits' : 'wait'}${hasMore ? ' in the first 200 groups' : ''}, ${number(running)} run.`}
      </p>
      <Part
        id="waiting"
        title="Waiting jobs"
        empty="No job waits."
        head={['Tool', 'Workspace', 'Jobs', 'Oldest since', 'Why it waits']}
        rows={waiting.map((one) => [
          one.tool,
          one.workspace_id,
          number(one.jobs),
          one.oldest_since ? <Time key="since" at={one.oldest_since} /> : '',
          one.reason,
        ])}
      />
      <Part
        id="runners"
        title="Runners of the last day"
        empty="No runner has announced itself: jobs wait until one does."
        head={['Runner', 'State', 'Running jobs', 'Tools', 'Datasets', 'Seen']}
        rows={runners.map((one) => [
          one.id,
          one.live ? 'live' : 'gone',
          number(one.running_jobs),
          number(one.tools),
          one.datasets.join(', ') || 'none',
          one.seen_at ? <Time key="seen" at={one.seen_at} /> : '',
        ])}
      />
    </>
  );
}
