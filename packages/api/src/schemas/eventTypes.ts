/** The types of public events, each with what has happened. Requests, responses and documentation name no other types. */
export const eventTypes = {
  'job.created': 'A job was accepted.',
  'job.started': 'A runner has started a job.',
  'job.retrying': 'An attempt of a job failed for a reason that may pass, and the job waits for its next attempt.',
  'job.completed': 'A job has its result.',
  'job.failed': 'A job failed.',
  'job.timed_out': 'A job ran longer than its tool allows.',
  'job.budget_exceeded': 'A metered job reached its cap, or a person stopped it. It keeps its results so far.',
  'job.cancelled': 'A job was cancelled.',
  'job.settled': 'The final amount of a job that has ended is known.',
  'job.moved': 'A job is in another project, or in none.',
  'job.deleted': 'A job was deleted. The event shows it as it was before.',
  'workflow_run.started': 'A run has started.',
  'workflow_run.waiting_for_review': 'A run waits until a person selects among its candidates.',
  'workflow_run.paused': 'A run waits for credits, or because its next job would exceed its cap.',
  'workflow_run.resumed': 'A paused run goes on.',
  'workflow_run.completed': 'All outputs of a run were reached.',
  'workflow_run.completed_with_errors': 'An output of a run was reached, although some of its items or nodes failed.',
  'workflow_run.failed': 'A run failed.',
  'workflow_run.cancelled': 'A run was cancelled.',
  'workflow_run.retried': 'A new attempt of a run has begun.',
  'workflow_run.moved': 'A run is in another project, or in none.',
  'workflow_run.deleted': 'A run was deleted. The event shows it as it was before.',
  'file.created': 'A file was uploaded, or saved from a job.',
  'file.moved': 'A file is in another project, or in none.',
  'file.deleted': 'A file was deleted. The event shows it as it was before.',
  'project.created': 'A project was created.',
  'project.updated': 'A project has another name or description.',
  'project.deleted': 'A project was deleted. The event shows it as it was before.',
  'budget.warning': 'A budget has reached 80 or 100 % of its cap in its period.',
} as const;

export type EventType = keyof typeof eventTypes;

/** The resources that events are about. The type of an event begins with the type of its resource. */
export const eventResources = ['job', 'workflow_run', 'file', 'project', 'budget'] as const;

export type EventResource = (typeof eventResources)[number];

/** Returns the type of the resource of an event. */
export function resourceOf(type: EventType): EventResource {
  return type.slice(0, type.indexOf('.')) as EventResource;
}
