import { useSite } from '../site/site.ts';
import { credits } from '../words/numbers.ts';
import { Examples } from './Examples.tsx';
import { LastResults } from './LastResults.tsx';
import { RunningJobs } from './RunningJobs.tsx';
import type { HomeContent } from './readHome.ts';

/** The first page after signing in. */
export function HomePage({ active, ended }: HomeContent) {
  const site = useSite();
  const isNew = active.length === 0 && ended.length === 0;
  return (
    <>
      <h1>{site.workspace.name}</h1>
      <div class="panels">
        <section aria-labelledby="running">
          <h2 id="running">Running</h2>
          <RunningJobs jobs={active} />
        </section>
        <section aria-labelledby="credits">
          <h2 id="credits">Credits</h2>
          <p>{site.credits === undefined ? 'This plan has no credits.' : `${credits(site.credits)} left`}</p>
        </section>
      </div>
      {isNew ? <Examples /> : <LastResults jobs={ended} />}
    </>
  );
}
