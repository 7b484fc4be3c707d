import { join } from 'node:path';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';

/** Opens a database for a test. The tables of accounts are the gateway's, whose migrations make them. */
export function accountsDatabase() {
  return serviceDatabase(join(import.meta.dirname, '../../../../services/gateway'));
}
