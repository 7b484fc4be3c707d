// node migrateMain.ts services/<name>: migrates the database at ROTAMER_POSTGRES_URL and ends. A service also migrates
// when it starts. This program is for Jobs before an upgrade: a migration that fails stops the upgrade before any pod is
// replaced. ROTAMER_OWNER_POSTGRES_URL, if set, is the same database for the owner of its tables: the service's own user
// is then granted the rights to read and write rows, and needs no other rights.

import { createLog } from '../process/log.ts';
import { migrateService, roleOf } from './migrate.ts';
import { checkPostgresUrl } from './postgresUrl.ts';

const [folder] = process.argv.slice(2);
const { ROTAMER_POSTGRES_URL: url, ROTAMER_OWNER_POSTGRES_URL: owner } = process.env;
if (!folder || !url) throw new Error('Usage: ROTAMER_POSTGRES_URL=… node migrateMain.ts services/<name>');

checkPostgresUrl(url, 'ROTAMER_POSTGRES_URL');
if (owner) checkPostgresUrl(owner, 'ROTAMER_OWNER_POSTGRES_URL');

const log = createLog('migrate', process.env.ROTAMER_LOG_LEVEL ?? 'info');
if (owner) await migrateService(owner, folder, log, roleOf(url));
else await migrateService(url, folder, log);
log.info({ folder }, 'migrated');
