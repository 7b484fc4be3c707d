import { projectDeletedFault } from '@rotamer/domain/membership/places.ts';
import type { Problem } from '@rotamer/kit/errors/fault.ts';
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
  /** Whether the project is being deleted. */
  closed: boolean;
}

/** The changed project and the event to publish. */
export interface Decision {
  project: Project;
  event: ProjectEventType;
}

const MAX_NAME = 80;
const MAX_DESCRIPTION = 500;

/** Most projects of one workspace. */
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
 * Changes a project. Absent fields stay; an empty description removes it. Returns undefined when nothing changes.
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

/** Returns name and description as all users of the workspace see them. */
function shown({ name, description }: Pick<Project, 'name' | 'description'>) {
  return { name: shownLine(name), description: description ? shownText(description) : undefined };
}

/** Closes the project: from now on it accepts no new members. */
export function closeProject(project: Project, now: Date): Decision {
  return changed({ ...project, closed: true }, ProjectEventType.CLOSED, now);
}

/** Ends the project. Its last event has the project's last state. */
export function endProject(project: Project, now: Date): Decision {
  return changed(project, ProjectEventType.DELETED, now);
}

/** @throws conflict while the project is being deleted */
export function requireOpen({ closed }: Project): void {
  if (closed) throw projectDeletedFault();
}

/** Returns a problem unless the name is valid. U+0000 is checked here because PostgreSQL refuses text with that character. */
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
