import type { Queryable } from '@rotamer/kit/db/db.ts';

/** A runner that has not announced itself for this long is not live. Measured by the database's clock. */
export const LIVE_SECONDS = 15;

/** A tool that a runner offers, with its major version. */
export interface Offer {
  tool: string;
  major: number;
}

/** The tools that a runner offers, and the releases of datasets that it holds. */
export interface Announced {
  offers: Offer[];
  datasets: string[];
}

/**
 * Records what a runner offers. Returns true when its offers changed, or when the runner was not live before.
 */
export async function announceRunner(db: Queryable, id: string, { offers, datasets }: Announced): Promise<boolean> {
  const { rows } = await db.query(
    `with before as (select offers, datasets, seen_at from runners where id = $1)
     insert into runners (id, offers, datasets, seen_at) values ($1, $2, $4, now())
     on conflict (id) do update set offers = excluded.offers, datasets = excluded.datasets, seen_at = excluded.seen_at
     returning coalesce((
       select offers <> $2::jsonb or datasets <> $4 or seen_at < now() - make_interval(secs => $3) from before
     ), true) as news`,
    [id, JSON.stringify(offers), LIVE_SECONDS, datasets],
  );
  return rows[0].news;
}

/** A tool that a job needs, with the release that it pins. */
export interface Need extends Offer {
  dataset?: string;
}

/** What live runners offer together. */
export interface LiveOffers {
  /** Returns whether one runner offers the tool and holds the release. */
  has(need: Need): boolean;
}

/** Returns the offers of live runners. Runners with the same offers count as one. */
export async function liveOffers(db: Queryable): Promise<LiveOffers> {
  const { rows } = await db.query(
    `select offers, datasets from runners where seen_at > now() - make_interval(secs => $1) group by offers, datasets`,
    [LIVE_SECONDS],
  );
  const runners = rows.map((row) => ({
    tools: new Set((row.offers as Offer[]).map(offerKey)),
    datasets: new Set<string>(row.datasets),
  }));
  return {
    has: ({ dataset, ...offer }) =>
      runners.some(
        ({ tools, datasets }) => tools.has(offerKey(offer)) && (dataset === undefined || datasets.has(dataset)),
      ),
  };
}

function offerKey({ tool, major }: Offer): string {
  return `${tool}@${major}`;
}

const MAX_WANTED = 100;

/** Returns the releases that waiting jobs need, those of the oldest job first: ids are ordered by time. */
export async function wantedDatasets(db: Queryable): Promise<string[]> {
  const { rows } = await db.query(
    `select dataset from jobs where dataset is not null and status in ('PENDING', 'QUEUED', 'RETRY')
     group by dataset order by min(id) limit ${MAX_WANTED}`,
  );
  return rows.map(({ dataset }) => dataset);
}

/** Deletes runners that have not announced themselves for a day. */
export async function purgeRunners(db: Queryable): Promise<void> {
  await db.query(`delete from runners where seen_at < now() - interval '1 day'`);
}
