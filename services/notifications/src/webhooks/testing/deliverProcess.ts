import { systemClock } from '@rotamer/kit/clock.ts';
import { openDb } from '@rotamer/kit/db/db.ts';
import { startSignals } from '@rotamer/kit/db/signals.ts';
import { readAllowList } from '@rotamer/kit/outgoing/allowList.ts';
import { createLog } from '@rotamer/kit/process/log.ts';
import { openTestBus } from '@rotamer/kit/testing/openTestBus.ts';
import { startHandling } from '../../on/sourceEvents.ts';
import { openSender } from '../sending/sender.ts';
import { startDelivering } from '../work/deliver.ts';

/**
 * Notifications without RPCs, as a process that a test kills. Its leases end after 2 s. Arguments: the URLs of the database
 * and of the bus.
 */
const [url, busUrl] = process.argv.slice(2) as [string, string];
const log = createLog('notifications', 'error', { write: (line) => void process.stderr.write(line) });
const db = openDb({ url, name: 'notifications', log });
const signals = startSignals({ url, db, log });
const bus = await openTestBus({ ROTAMER_BUS_URL: busUrl, ROTAMER_POSTGRES_URL: url });
const allow = readAllowList('127.0.0.1');
const webhookSecret = 'a secret of the tests';
const deps = { db, clock: systemClock, signals, eventRetentionDays: 30, webhookSecret, allow };
startDelivering({ ...deps, sender: openSender({ allow, totalMs: 1_000 }), log, leaseMs: 2_000, intervalMs: 200 });
await startHandling(deps, bus);
