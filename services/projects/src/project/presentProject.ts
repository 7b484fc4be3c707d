import { type OutboxMessage, outboxEvent } from '@rotamer/kit/outbox/outbox.ts';
import { ProjectEvent, type Project as PublicProject } from '@rotamer/proto/projects/v1/project.ts';
import type { Decision, Project } from './project.ts';

/** Returns a project in the form that other services receive. */
export function presentProject({ closed: _, ...project }: Project): PublicProject {
  return project;
}

/** Returns the event of a change, with the project's full current state, or its last state after the deletion. */
export function projectEvent({ project, event: type }: Decision, now: Date, traceparent: string): OutboxMessage {
  const envelope = { topic: 'projects.events.v1', key: project.id, occurredAt: now, traceparent };
  const { workspaceId } = project;
  return outboxEvent(ProjectEvent, envelope, { workspaceId, type, project: presentProject(project) });
}
