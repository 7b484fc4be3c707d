import { Fault } from '@rotamer/kit/errors/fault.ts';

/** Returns the fault of a project that is being deleted and accepts no new members. */
export function projectDeletedFault(): Fault {
  return new Fault('conflict', 'This project is being deleted.', {
    resolution: 'Use another project, or none.',
    details: { reason: 'project_deleted' },
  });
}
