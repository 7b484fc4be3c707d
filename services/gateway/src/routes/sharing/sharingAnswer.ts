import { ref } from '../../schemas/build.ts';
import { jobSharing } from '../../schemas/jobSharing.ts';

/** The sharing of a job, and where its page is. */
export const sharingAnswer = {
  description: 'The sharing of the job',
  headers: {
    Link: {
      type: 'string',
      description:
        'The page of the job, `rel="alternate"`. While the job is INVITED, who may change its sharing gets the links of its invitations, the newest 20 of them first',
    },
  },
  content: { 'application/json': { schema: ref(jobSharing) } },
};
