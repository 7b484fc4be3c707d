import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, ref } from './build.ts';

const strict = { additionalProperties: false };

/** Most invitations that one request may add, and most that it may remove. */
const MAX_INVITES = 100;

/**
 * An e-mail address, optionally surrounded by spaces: dot-atoms at a host name with a dot. Lengths are
 * those of RFC 5321 (254 characters, 63 per host label; jobs checks the 64 before the @). Quoted local parts, address literals
 * and other rarely used parts of RFC 5322 are not supported.
 */
const EMAIL =
  "^ *[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@" +
  '([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])? *$';

export const visibilities = ['PRIVATE', 'PUBLIC', 'AUTHENTICATED', 'INVITED'] as const;

const visibility = oneOf(
  visibilities,
  'Who may view the job besides the workspace. PRIVATE: nobody. PUBLIC: anyone with the link. AUTHENTICATED: anyone with the link who signs in with an API key. INVITED: invited people',
);

/** One invited person. */
export const jobShare = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('job_share'),
    email: Type.String({ format: 'email', description: 'Normalised: trimmed and in lower case' }),
    claimed: Type.Boolean({ description: 'Whether the invitation link has been opened' }),
    claimed_at: nullable(dateTime()),
    invitee_name: nullable(Type.String()),
    created_at: dateTime(),
  },
  { $id: 'JobShare', ...strict },
);

/** Who outside the workspace may view a job. */
export const jobSharing = Type.Object(
  {
    object: Type.Literal('job_sharing'),
    job_id: Type.String(),
    visibility,
    expires_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'From then on only the workspace views the job. Absent: sharing does not end by itself',
      }),
    ),
    shares: Type.Array(ref(jobShare), { description: 'Invitations, oldest first' }),
  },
  { $id: 'JobSharing', ...strict },
);

export type PublicSharing = Static<typeof jobSharing>;

const invites = (description: string) =>
  Type.Optional(Type.Array(Type.String({ pattern: EMAIL, maxLength: 254 }), { maxItems: MAX_INVITES, description }));

/** Body of `PATCH /jobs/{jobId}/share`. */
export const jobSharingRequest = Type.Object(
  {
    visibility: Type.Optional(visibility),
    expires_at: Type.Optional(
      nullable(
        Type.String({
          format: 'date-time',
          description:
            'When sharing ends by itself, in the future; null: never. Absent: unchanged, and never once the job is PRIVATE',
        }),
      ),
    ),
    add_invites: invites('E-mail addresses to invite; the job must be INVITED, or be set to INVITED by this request'),
    addInvites: invites('Alias of `add_invites`'),
    remove_invites: invites('E-mail addresses to remove'),
    removeInvites: invites('Alias of `remove_invites`'),
  },
  {
    $id: 'JobSharingRequest',
    ...strict,
    examples: [{ visibility: 'INVITED', add_invites: ['ada@example.org'] }],
  },
);

export type JobSharingRequestBody = Static<typeof jobSharingRequest>;
