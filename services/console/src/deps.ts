import type { Logger } from '@rotamer/kit/process/log.ts';
import type { OpenApi } from './api/openApi.ts';

/** What the pages share. */
export interface Deps {
  /** Returns a client of the public API for one person. */
  openApi: OpenApi;
  /** Base URL of the gateway as browsers reach it. */
  publicUrl: string;
  log: Logger;
}
