import type { JobDetails } from '@rotamer/client';
import { openStream } from '../site/openStream.ts';
import { refreshMain } from '../site/replaceContent.ts';

/** The part of a job that changes while it waits and runs. */
export type LiveJob = Pick<JobDetails, 'id' | 'status' | 'progress' | 'queue' | 'price'>;

/**
 * Follows a job by the event stream of its page, and shows the results when it has ended. Returns how to stop.
 */
export function followJob(first: LiveJob, events: string, show: (job: LiveJob) => void): (() => void) | undefined {
  if (!isActive(first.status)) return undefined;
  const source = openStream(events);
  let current = first;
  source.addEventListener('status', ({ data }) => {
    const { status, progress, billing } = JSON.parse(data);
    // The place in the queue is known only to a page that is loaded again.
    const queue = status === current.status ? current.queue : undefined;
    const held = billing?.reserved_credits ?? current.price.held_credits;
    current = { ...current, status, progress, queue, price: { ...current.price, held_credits: held } };
    show(current);
  });
  source.addEventListener('terminal', () => {
    source.close();
    void refreshMain();
  });
  return () => source.close();
}

function isActive(status: string): boolean {
  return ['PENDING', 'QUEUED', 'PROCESSING', 'RETRY'].includes(status);
}
