import type { EventType } from '@rotamer/api/schemas/eventTypes.ts';
import { presentEventProject } from '@rotamer/present/presentEventProject.ts';
import { ProjectEvent, ProjectEventType } from '@rotamer/proto/projects/v1/project.ts';
import type { NewEvent } from '../feed/newEvent.ts';

/** The public types of the events of projects. That a project is closed is not public: its deletion follows. */
export const projectTypes: ReadonlyMap<string, EventType> = new Map([
  [ProjectEventType.CREATED, 'project.created'],
  [ProjectEventType.UPDATED, 'project.updated'],
  [ProjectEventType.DELETED, 'project.deleted'],
]);

/** Returns the public event of an event of projects; undefined when it has none. */
export function publicProjectEvent(value: Uint8Array): NewEvent | undefined {
  const { eventId: id, workspaceId, occurredAt, type, project } = ProjectEvent.decode(value);
  const publicType = projectTypes.get(type);
  if (!publicType || !project) return undefined;
  return {
    ...{ id, workspaceId, type: publicType, createdAt: occurredAt! },
    ...{ resourceType: 'project', resourceId: project.id, version: project.version },
    projectId: project.id,
    data: presentEventProject(project),
  };
}
