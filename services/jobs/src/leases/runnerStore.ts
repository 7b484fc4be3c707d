import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Offer } from './claimJobs.ts';

/** A runner that has not announced itself for this long is not live. Measured by the database's clock. */
const LIVE_SECONDS = 15;

/**
 * Records the tools that a runner offers. Returns true when its offers changed, or when the runner was not live before.
 */
export async function announceRunner(db: Queryable, id: string, offers: Offer[]): Promise<boolean> {
  const { rows } = await db.query(
    `with before as (select offers, seen_at from runners where id = $1)
     insert into runners (id, offers, seen_at) values ($1, $2, now())
     on conflict (id) do update set offers = excluded.offers, seen_at = excluded.seen_at
     returning coalesce((select offers <> $2::jsonb or seen_at < now() - make_interval(secs => $3) from before), true) as news`,
    [id, JSON.stringify(offers), LIVE_SECONDS],
  );
  return rows[0].news;
}

/** Returns the tools that live runners offer, as `tool@major`. */
export async function liveOffers(db: Queryable): Promise<Set<string>> {
  const { rows } = await db.query(
    `select distinct offer ->> 'tool' as tool, (offer ->> 'major')::int as major
     from runners, jsonb_array_elements(offers) as offer
     where seen_at > now() - make_interval(secs => $1)`,
    [LIVE_SECONDS],
  );
  return new Set(rows.map((row) => offerKey(row)));
}

export function offerKey({ tool, major }: Offer): string {
  return `${tool}@${major}`;
}

/** Deletes runners that have not announced themselves for a day. */
export async function purgeRunners(db: Queryable): Promise<void> {
  await db.query(`delete from runners where seen_at < now() - interval '1 day'`);
}
