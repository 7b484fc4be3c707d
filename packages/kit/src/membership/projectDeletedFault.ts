import { Fault } from '../errors/fault.ts';

/** The project is being deleted, and takes nothing new. */
export function projectDeletedFault(): Fault {
  return new Fault('conflict', 'This project is being deleted.', {
    resolution: 'Use another project, or none.',
    details: { reason: 'project_deleted' },
  });
}
