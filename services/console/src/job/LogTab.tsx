import { isTerminal } from '@rotamer/client';
import { Island } from '../site/Island.tsx';
import { pathTo, useSite } from '../site/site.ts';
import type { JobContent } from './jobContent.ts';
import { LogText } from './LogText.tsx';

/** What the programs of the job wrote, as it grows. */
export function LogTab({ job, log }: JobContent) {
  const site = useSite();
  if (!log) return <p class="quiet">There is no log of this attempt.</p>;
  const own = pathTo(site, `jobs/${job.id}/log`);
  const others = job.attempts.filter(({ number, log_bytes: bytes }) => bytes !== null && number !== log.attempt);
  const isLive = !isTerminal(job.status) && log.wanted === undefined;
  const query = log.wanted === undefined ? '' : `?attempt=${log.wanted}`;
  return (
    <section aria-labelledby="log">
      <h2 id="log">{log.attempt > 1 ? `Log of attempt ${log.attempt}` : 'Log'}</h2>
      <p class="quiet">
        Command lines, and what the programs wrote. It can contain parts of the inputs; people with whom the job is
        shared do not see it. <a href={`${own}/text${query}`}>Download the log</a>
      </p>
      {others.length > 0 && (
        <p>
          {others.map(({ number }) => (
            <a key={number} href={`${own}?attempt=${number}`}>
              Log of attempt {number}
            </a>
          ))}
        </p>
      )}
      <Island
        name="LogText"
        of={LogText}
        props={{
          text: log.text,
          isCut: log.isCut,
          events: isLive ? `${own}/events?after=${log.place}` : undefined,
        }}
      />
    </section>
  );
}
