import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { observe } from '@rotamer/kit/telemetry/measures.ts';

/** Sums over all workspaces are cached for this long. */
const KEPT_MS = 60_000;

interface Figures {
  imbalance: number;
  open: number;
  age: number;
}

/**
 * Registers metrics of the ledger. The imbalance, in credits, has two parts: how far the sum of the accounts is from zero,
 * and how far their held amounts are from the open holds. That is cheap enough for every minute. `ledger check` compares
 * with the whole journal.
 */
export function observeLedger(db: Db): void {
  let known: { figures: Promise<Figures>; readAt: number } | undefined;
  observe(
    {
      ledger_imbalance_credits: { description: 'Must be 0' },
      holds_open: { description: 'Holds that are neither charged nor released' },
      hold_oldest_age_seconds: { unit: 's', description: 'Age of the oldest of them' },
    },
    async (set) => {
      const now = performance.now();
      if (!known || now - known.readAt > KEPT_MS) {
        known = { figures: readFigures(db), readAt: now };
        // A failed reading is retried at the next one.
        known.figures.catch(() => (known = undefined));
      }
      const { imbalance, open, age } = await known.figures;
      set('ledger_imbalance_credits', imbalance);
      set('holds_open', open);
      set('hold_oldest_age_seconds', age);
    },
  );
}

/** Reads all figures in one statement, so in one snapshot. */
export async function readFigures(db: Queryable): Promise<Figures> {
  const { rows } = await db.query(
    `select (abs(a.total) + abs(a.held - h.held))::float / 1000 as imbalance, h.open, h.age
     from (
       select coalesce(sum(posted_millicredits + granted_millicredits + spent_millicredits), 0) as total, coalesce(sum(held_millicredits), 0) as held
       from accounts
     ) a cross join (
       select coalesce(sum(millicredits), 0) as held, count(*) as open,
         coalesce(greatest(extract(epoch from now() - min(created_at)), 0), 0)::float as age
       from holds where state = 'open'
     ) h`,
  );
  return rows[0];
}
