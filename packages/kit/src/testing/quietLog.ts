import { createLog } from '../process/log.ts';

/** Says nothing unless a test run asks for it: ROTAMER_LOG_LEVEL=debug npx vitest … */
export const quietLog = createLog('test', process.env.ROTAMER_LOG_LEVEL ?? 'silent');
