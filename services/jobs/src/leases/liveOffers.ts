import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { forAllCalls } from '@rotamer/kit/process/callSignal.ts';
import type { CatalogueTool } from '../catalogue/toolStore.ts';

/** A runner that has not announced itself for this long is not live. Measured by the database's clock. */
export const LIVE_SECONDS = 15;

/** A tool that a runner offers, with its major version. */
export interface Offer {
  tool: string;
  major: number;
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

const FRESH_MS = 1_000;

export interface Availability {
  /**
   * Returns whether a live runner offers the tool, and holds the release if one is given; the information is at most a
   * second old.
   */
  isOffered(tool: CatalogueTool, dataset?: string): Promise<boolean>;
}

/** Caches the offered tools for a second, so that not every quote and submission reads the runners table. */
export function watchOffers(db: Db, monotonicMs: () => number = () => performance.now()): Availability {
  let known: Promise<LiveOffers> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    async isOffered({ contract, major }, dataset) {
      if (!known || monotonicMs() - readAt > FRESH_MS) {
        readAt = monotonicMs();
        known = forAllCalls(() => liveOffers(db));
        known.catch(() => {
          known = undefined;
        });
      }
      return (await known).has({ tool: contract.id, major, dataset });
    },
  };
}
