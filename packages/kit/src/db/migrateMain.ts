// node migrateMain.ts services/<name>: migrates the database at ROTAMER_POSTGRES_URL and ends; a service also does so when
// it starts. For Jobs that run before an upgrade, so that a migration that fails stops it before any pod is replaced.

import { createLog } from '../process/log.ts';
import { migrateService } from './migrate.ts';

const [folder] = process.argv.slice(2);
const url = process.env.ROTAMER_POSTGRES_URL;
if (!folder || !url) throw new Error('Usage: ROTAMER_POSTGRES_URL=… node migrateMain.ts services/<name>');

const log = createLog('migrate', process.env.ROTAMER_LOG_LEVEL ?? 'info');
await migrateService(url, folder, log);
log.info({ folder }, 'migrated');
