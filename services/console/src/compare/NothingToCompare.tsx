import { pathTo, useSite } from '../site/site.ts';

/** Says how to choose jobs, when the address names too few or too many. */
export function NothingToCompare({ most }: { most: number }) {
  const site = useSite();
  return (
    <>
      <h1>Compare jobs</h1>
      <p class="lead">{`Choose 2 to ${most} jobs to compare.`}</p>
      <p>
        Tick them in the list of <a href={pathTo(site, 'jobs')}>jobs</a>.
      </p>
    </>
  );
}
