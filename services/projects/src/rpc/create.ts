import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { CountedProject, CreateProjectRequest } from '@rotamer/proto/projects/v1/projects.ts';
import { lockOperations } from '../assignment/operationStore.ts';
import type { Deps } from '../deps.ts';
import { presentProject, projectEvent } from '../project/presentProject.ts';
import { createProject, descriptionProblem, MAX_PROJECTS, nameProblem } from '../project/project.ts';
import { countProjects, insertProject } from '../project/projectStore.ts';
import { noCounts } from '../resources.ts';

export function create({ db, clock, signals }: Deps): Rpc<CreateProjectRequest, CountedProject> {
  return async ({ name, description = '' }, { caller: { workspaceId }, traceparent }) => {
    requireValid(nameProblem(name), descriptionProblem(description));
    const now = clock();
    const id = newId('proj', now);
    const created = createProject({ id, workspaceId, name, description: description || undefined }, now);
    await transaction(db, async (tx) => {
      await lockOperations(tx, workspaceId);
      if ((await countProjects(tx, workspaceId)) >= MAX_PROJECTS) throw tooMany();
      await insertProject(tx, created.project);
      await appendOutbox(tx, [projectEvent(created, now, traceparent)]);
    });
    signals.send(OUTBOX_SIGNAL);
    return { project: presentProject(created.project), counts: noCounts() };
  };
}

function tooMany(): Fault {
  return new Fault('conflict', `The workspace already has ${MAX_PROJECTS} projects, which is the most it may have.`, {
    resolution: 'Delete a project that is no longer needed.',
  });
}
