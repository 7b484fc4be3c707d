import { join } from 'node:path';
import { newId } from '@rotamer/kit/ids.ts';
import { parkedWork } from '@rotamer/kit/service/parkedWork.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { serveRpcTable } from '@rotamer/kit/testing/serveRpcTable.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import { ProjectsDefinition } from '@rotamer/proto/projects/v1/projects.ts';
import { contextsOf, type Members } from '../members.ts';
import { registryMembers } from '../registry/registry.ts';
import { rpcTable } from '../rpcTable.ts';
import { carryOutDue } from '../work/carryOut.ts';
import { deleteDue } from '../work/deleteProjects.ts';
import { type FateOf, memoryContexts, unreliable } from './memoryContext.ts';

const service = join(import.meta.dirname, '../..');

/**
 * Starts projects on a free port over a new database, without its loops. Workflows, jobs and files are in memory unless
 * others are given. Everything is stopped after the test.
 */
export async function startProjects(given: Partial<Record<'jobs' | 'files', Members>> = {}) {
  const { db, url } = await serviceDatabase(service);
  const time = { now: new Date('2026-03-01T12:00:00.000Z') };
  /** Decides the outcome of each call to a context; by default all calls succeed. */
  const links: { fateOf: FateOf } = { fateOf: () => 'ok' };
  const fateOf: FateOf = (...call) => links.fateOf(...call);
  const { workflows, jobs, files } = memoryContexts(fateOf);
  const contexts = contextsOf({
    workflows: workflows.members,
    jobs: given.jobs ?? jobs.members,
    files: given.files ?? files.members,
    registry: unreliable(registryMembers(db), fateOf),
  });
  const deps = { db, clock: () => time.now, signals: { send: () => {} }, contexts, log: quietLog };
  const server = await serveRpcTable(rpcTable(deps));
  const projects = server.ask(ProjectsDefinition, 'gateway');
  const operator = server.ask(ProjectsDefinition, 'operator');
  const later = (ms: number) => {
    time.now = new Date(time.now.getTime() + ms);
  };
  let jobNumber = 0;

  return {
    db,
    url,
    deps,
    time,
    later,
    links,
    workflows,
    jobs,
    files,
    projects,
    operator,
    clientOf: (name: string) => server.ask(ProjectsDefinition, name),
    /** Creates a user, by default of a new workspace, with functions that create resources for projects. */
    member(workspaceId = newId('ws', time.now)) {
      const scope = { caller: Caller.fromPartial({ workspaceId, userId: 'usr_test', role: 'member' }) };
      return {
        workspaceId,
        scope,
        async project(name = 'Kinases') {
          later(1);
          return (await projects.create({ name }, scope)).project!;
        },
        job(projectId?: string) {
          const id = `job_${++jobNumber}`;
          jobs.add({ workspaceId, type: ResourceType.JOB, id, projectId });
          return id;
        },
        file(projectId?: string, jobId?: string) {
          const id = `file_${++jobNumber}`;
          files.add({ workspaceId, type: ResourceType.FILE, id, projectId, jobId });
          return id;
        },
        async session(projectId?: string) {
          const id = `session_${++jobNumber}`;
          const type = ResourceType.STUDIO_SESSION;
          await operator.registerResource({ type, resourceId: id, projectId }, scope);
          return id;
        },
        async counts(projectId: string) {
          return (await projects.get({ projectId }, scope)).counts;
        },
      };
    },
    /** Returns dead-lettered assignments. */
    parked: () => parkedWork(db, 'projects').deadLetters(10),
    /** Runs one pass of the loop that completes assignments, as if some seconds had passed. */
    carryOut: () => carryOutDue(deps, { idleSeconds: 0 }),
    /** Runs passes of the loop that deletes projects until nothing more can be done at once. */
    async deleteAll() {
      while (await deleteDue(deps));
    },
  };
}
