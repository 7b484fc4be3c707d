import { Island } from '../site/Island.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { credits } from '../words/numbers.ts';
import { Examples } from './Examples.tsx';
import { LastResults } from './LastResults.tsx';
import { RunningJobs } from './RunningJobs.tsx';
import type { HomeContent } from './readHome.ts';
import { WaitsForYou } from './WaitsForYou.tsx';

/** The first page after signing in. */
export function HomePage({ waits, active, ended, events }: HomeContent) {
  const site = useSite();
  const isNew = active.length === 0 && ended.length === 0;
  const running = {
    jobs: active,
    path: pathTo(site, 'jobs/'),
    tools: pathTo(site, 'tools'),
    events: pathTo(site, events),
  };
  return (
    <>
      <h1>{site.workspace.name}</h1>
      <div class="panels">
        <section aria-labelledby="waits">
          <h2 id="waits">Waits for you</h2>
          <WaitsForYou {...waits} />
        </section>
        <section aria-labelledby="running">
          <h2 id="running">Running</h2>
          <Island name="RunningJobs" of={RunningJobs} props={running} />
        </section>
        <section aria-labelledby="credits">
          <h2 id="credits">Credits</h2>
          <p>
            {site.credits === undefined ? 'This plan has no credits.' : `${credits(site.credits)} left. `}
            <a href={pathTo(site, 'usage')}>Where they go</a>
          </p>
        </section>
      </div>
      {isNew ? <Examples /> : <LastResults jobs={ended} />}
    </>
  );
}
