import { CHILDREN, openFanOuts } from '../fanOuts.ts';
import { cpuTimes } from '../machine/processTree.ts';
import type { Measure } from '../measure.ts';

/**
 * CPU time of the service workflows and of the PostgreSQL processes that serve its database. The databases of the bus
 * and of jobs are not included.
 */
export const engineCpu: Measure = {
  name: 'engine-cpu',
  title: `CPU time of workflows and its PostgreSQL connections for one job of a run of ${CHILDREN}`,
  unit: 'ms',
  goal: { atMost: 3 },
  async prepare(world) {
    const { run, workflowsDb } = await openFanOuts(world);
    const backends = async (): Promise<number[]> => {
      const { rows } = await workflowsDb.query(
        `select pid from pg_stat_activity where datname = 'rotamer_workflows' and pid <> pg_backend_pid()`,
      );
      return rows.map(({ pid }) => pid);
    };
    return async () => {
      const before = new Map((await backends()).map((pid) => [pid, cpuTimes([pid])[0]!]));
      const { cpuUs } = await run();
      // A connection that was opened during the run started at zero. No connection is closed under load.
      const after = (await backends()).map((pid) => cpuTimes([pid])[0]! - (before.get(pid) ?? 0));
      const service = cpuUs.workflows! / 1_000;
      const database = after.reduce((sum, ms) => sum + ms, 0) / CHILDREN;
      return { value: service + database, details: { service, database } };
    };
  },
};
