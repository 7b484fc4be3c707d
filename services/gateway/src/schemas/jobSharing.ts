import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, ref } from './build.ts';

const strict = { additionalProperties: false };

/** Invitations that one request may add, and remove. */
const MAX_INVITES = 100;

/**
 * An address as people write it, spaces around it allowed: dot-atoms at a host name with a dot. No more than RFC 5321
 * allows (254 characters, 63 in each part of the host; the 64 before the @ are counted by jobs), and no quoted local
 * parts, address literals or other rarities of RFC 5322.
 */
const EMAIL =
  "^ *[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@" +
  '([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])? *$';

export const visibilities = ['PRIVATE', 'PUBLIC', 'AUTHENTICATED', 'INVITED'] as const;

const visibility = oneOf(
  visibilities,
  'Who may look besides the workspace: nobody, whoever has the link, whoever also signs in with an API key, or invited people',
);

/** One invited person. */
export const jobShare = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('job_share'),
    email: Type.String({ format: 'email', description: 'Normalised: lower case, nothing around it' }),
    claimed: Type.Boolean({ description: 'Whether the link of the invitation was opened' }),
    claimed_at: nullable(dateTime()),
    invitee_name: nullable(Type.String()),
    created_at: dateTime(),
  },
  { $id: 'JobShare', ...strict },
);

/** Who outside the workspace may look at a job. */
export const jobSharing = Type.Object(
  {
    object: Type.Literal('job_sharing'),
    job_id: Type.String(),
    visibility,
    shares: Type.Array(ref(jobShare), { description: 'Invitations, oldest first' }),
  },
  { $id: 'JobSharing', ...strict },
);

export type PublicSharing = Static<typeof jobSharing>;

const invites = (description: string) =>
  Type.Optional(Type.Array(Type.String({ pattern: EMAIL, maxLength: 254 }), { maxItems: MAX_INVITES, description }));

/** What `PATCH /jobs/{jobId}/share` takes. */
export const jobSharingRequest = Type.Object(
  {
    visibility: Type.Optional(visibility),
    add_invites: invites('E-mail addresses; new ones need a job that is INVITED, or becomes it by this request'),
    addInvites: invites('The same as add_invites'),
    remove_invites: invites('E-mail addresses'),
    removeInvites: invites('The same as remove_invites'),
  },
  {
    $id: 'JobSharingRequest',
    ...strict,
    examples: [{ visibility: 'INVITED', add_invites: ['ada@example.org'] }],
  },
);

export type JobSharingRequestBody = Static<typeof jobSharingRequest>;
