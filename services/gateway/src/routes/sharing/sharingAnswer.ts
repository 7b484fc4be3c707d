import { ref } from '@rotamer/api/schemas/build.ts';
import { jobSharing } from '@rotamer/api/schemas/jobSharing.ts';

/** The sharing settings of a job, with links to its page. */
export const sharingAnswer = {
  description: 'The sharing settings of the job',
  headers: {
    Link: {
      type: 'string',
      description:
        'URL of the shared page, `rel="alternate"`. While the job is INVITED, callers who may change its sharing get the links of the newest 20 invitations, newest first',
    },
  },
  content: { 'application/json': { schema: ref(jobSharing) } },
};
