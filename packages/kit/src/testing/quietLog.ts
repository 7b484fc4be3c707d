import { createLog } from '../process/log.ts';

/** A log that writes nothing by default. To see it: ROTAMER_LOG_LEVEL=debug npx vitest … */
export const quietLog = createLog('test', process.env.ROTAMER_LOG_LEVEL ?? 'silent');
