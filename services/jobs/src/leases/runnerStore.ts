import type { Queryable } from '@rotamer/kit/db/db.ts';
import { LIVE_SECONDS, type Offer } from './liveOffers.ts';

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
