import type { Logger } from '@rotamer/kit/process/log.ts';
import type { ReadResult } from './api/cachedResults.ts';
import type { Api, Caller } from './api/gateway.ts';
import type { Aliases } from './databases.ts';

/** What the protocols share. */
export interface Deps {
  apiOf: (caller: Caller) => Api;
  readResult: ReadResult;
  aliases: Aliases;
  /** The database of ColabFold's searches whose address names none. */
  msaDatabase: string;
  log: Logger;
}
