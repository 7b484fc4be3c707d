import type { Problem } from '@rotamer/kit/errors/fault.ts';
import { projectDeletedFault } from '@rotamer/kit/membership/projectDeletedFault.ts';
import { shownLine, shownText } from '@rotamer/kit/shownText.ts';
import { ProjectEventType } from '@rotamer/proto/projects/v1/project.ts';

export interface Project {
  id: string;
  workspaceId: string;
  name: string;
  description?: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  /** It is being deleted. */
  closed: boolean;
}

/** The changed project and the event to publish. */
export interface Decision {
  project: Project;
  event: ProjectEventType;
}

const MAX_NAME = 80;
const MAX_DESCRIPTION = 500;

/** Projects of one workspace. */
export const MAX_PROJECTS = 10_000;

export function createProject(
  project: Pick<Project, 'id' | 'workspaceId' | 'name' | 'description'>,
  now: Date,
): Decision {
  return {
    project: { ...project, ...shown(project), createdAt: now, updatedAt: now, version: 1, closed: false },
    event: ProjectEventType.CREATED,
  };
}

/**
 * Absent fields stay; an empty description removes it. Undefined: nothing changes.
 *
 * @throws conflict while the project is being deleted
 */
export function updateProject(
  project: Project,
  changes: { name?: string; description?: string },
  now: Date,
): Decision | undefined {
  requireOpen(project);
  const { name, description } = shown({
    name: changes.name ?? project.name,
    description: changes.description ?? project.description,
  });
  if (name === project.name && description === project.description) return undefined;
  return changed({ ...project, name, description }, ProjectEventType.UPDATED, now);
}

/** Name and description as everybody of the workspace sees them. */
function shown({ name, description }: Pick<Project, 'name' | 'description'>) {
  return { name: shownLine(name), description: description ? shownText(description) : undefined };
}

/** From now on it takes no more members. */
export function closeProject(project: Project, now: Date): Decision {
  return changed({ ...project, closed: true }, ProjectEventType.CLOSED, now);
}

/** The last event of a project: it as it was. */
export function endProject(project: Project, now: Date): Decision {
  return changed(project, ProjectEventType.DELETED, now);
}

/** @throws conflict while the project is being deleted */
export function requireOpen({ closed }: Project): void {
  if (closed) throw projectDeletedFault();
}

/** The same text may be refused by PostgreSQL for one character alone: U+0000. */
export function nameProblem(name: string): Problem | undefined {
  const length = [...name].length;
  if (length < 1 || length > MAX_NAME) return { path: 'name', message: `must have 1 to ${MAX_NAME} characters` };
  return nulProblem('name', name);
}

export function descriptionProblem(description: string): Problem | undefined {
  if ([...description].length > MAX_DESCRIPTION) {
    return { path: 'description', message: `must have at most ${MAX_DESCRIPTION} characters` };
  }
  return nulProblem('description', description);
}

function nulProblem(path: string, text: string): Problem | undefined {
  return text.includes('\0') ? { path, message: 'must not contain the character U+0000' } : undefined;
}

function changed(project: Project, event: ProjectEventType, now: Date): Decision {
  return { project: { ...project, updatedAt: now, version: project.version + 1 }, event };
}
