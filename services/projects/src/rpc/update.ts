import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { CountedProject, UpdateProjectRequest } from '@rotamer/proto/projects/v1/projects.ts';
import type { Deps } from '../deps.ts';
import { countMembers } from '../project/countMembers.ts';
import { projectEvent } from '../project/presentProject.ts';
import { descriptionProblem, nameProblem, updateProject } from '../project/project.ts';
import { lockProject, saveProject } from '../project/projectStore.ts';

export function update({ db, clock, signals, contexts }: Deps): Rpc<UpdateProjectRequest, CountedProject> {
  return async ({ projectId, name, description }, context) => {
    requireValid(
      name === undefined ? undefined : nameProblem(name),
      description === undefined ? undefined : descriptionProblem(description),
    );
    const { caller, traceparent } = context;
    const project = await transaction(db, async (tx) => {
      const known = await lockProject(tx, projectId, caller.workspaceId);
      if (!known) throw notFound('project');
      const now = clock();
      const updated = updateProject(known, { name, description }, now);
      if (!updated) return known;
      await saveProject(tx, updated.project);
      await appendOutbox(tx, [projectEvent(updated, now, traceparent)]);
      return updated.project;
    });
    signals.send(OUTBOX_SIGNAL);
    return (await countMembers(contexts, [project], scopeOf(context)))[0]!;
  };
}
