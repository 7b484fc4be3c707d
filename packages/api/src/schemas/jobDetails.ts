import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf } from './build.ts';
import { jobExample, jobFields, jobStatuses } from './job.ts';

const strict = { additionalProperties: false };

const settingsOf = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

const submitter = Type.Object(
  {
    user_id: Type.String(),
    name: nullable(Type.String({ description: 'Display name of the user' })),
    email: nullable(Type.String({ description: 'Null without the scope `workspace:read`' })),
    key: Type.Optional(
      Type.Object(
        { id: Type.String(), name: Type.String() },
        { ...strict, description: 'The API key that submitted the job; absent for a session' },
      ),
    ),
  },
  strict,
);

const input = Type.Object(
  {
    id: Type.String(),
    slot_id: Type.String(),
    kind: Type.String(),
    format: Type.String(),
    label: nullable(Type.String()),
    name: nullable(Type.String({ description: 'Name of the file; null for a text' })),
    size: Type.Integer({ minimum: 0, description: 'Bytes, of a text in UTF-8' }),
    sha256: Type.String({ description: 'Of these bytes, in hex' }),
    file_id: nullable(Type.String({ description: 'The saved file' })),
    from_job_id: nullable(Type.String({ description: 'The job that made the input, in a workflow run' })),
    records: nullable(Type.Integer({ description: 'Records in the file, where they were counted' })),
    copies: nullable(Type.Integer()),
  },
  strict,
);

const command = Type.Object(
  {
    argv: Type.Array(Type.String(), {
      description: 'The program and its arguments, as they ran; paths are relative to the folder of the job',
    }),
    runs: Type.Integer({ minimum: 1, description: 'How often exactly this line ran' }),
    exit_code: nullable(Type.Integer({ description: 'Of the last run; null while it runs, and after a signal' })),
    seconds: Type.Number({ minimum: 0, description: 'Wall time of all its runs' }),
  },
  strict,
);

const program = Type.Object(
  {
    name: Type.String(),
    version: nullable(Type.String({ description: 'As the program prints it; null when it prints none' })),
  },
  strict,
);

const attempt = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    claimed_at: nullable(dateTime()),
    started_at: nullable(dateTime()),
    ended_at: nullable(dateTime()),
    outcome: nullable(
      oneOf(
        [...jobStatuses, 'LOST', 'RELEASED'],
        'A status that ended the job; `LOST`: the runner or its machine failed; `RELEASED`: the runner was shut down; null while it runs',
      ),
    ),
    error: nullable(Type.String()),
    programs: Type.Array(program, { description: 'The programs that ran; empty for a tool without programs' }),
    commands: Type.Array(command, {
      description: 'The first 100 different command lines, in the order of their first runs',
    }),
    commands_left_out: Type.Integer({ minimum: 0, description: 'Runs that `commands` lacks' }),
    log_bytes: nullable(Type.Integer({ description: 'Of the whole log; null without a log' })),
  },
  strict,
);

const queue = Type.Object(
  {
    jobs_ahead: Type.Integer({
      description: 'Other waiting jobs of the tool in all workspaces; at most 1,000 are counted',
    }),
    own_jobs_ahead: Type.Integer({ description: 'Those of the workspace that were submitted earlier' }),
    waiting_reason: Type.String(),
    next_attempt_at: nullable(dateTime()),
  },
  { ...strict, description: 'Absent once the job runs or has ended' },
);

const price = Type.Object(
  {
    held_credits: Type.Number({ description: 'Reserved now; 0 once the charge is final' }),
    charged_credits: nullable(Type.Number({ description: 'Null until the charge is final' })),
    cap_credits: Type.Number({ description: 'The most that the job may cost; 0 for a free tool' }),
  },
  strict,
);

/** A job with its settings, inputs and attempts. Contents of inputs are not in it. */
export const jobDetails = Type.Object(
  {
    ...jobFields,
    tool_version: Type.String(),
    tool_name: Type.String(),
    submitted_by: submitter,
    run_id: nullable(Type.String({ description: 'The workflow run or batch that owns the job' })),
    rerun_of: nullable(Type.String({ description: 'The job that this job repeats' })),
    settings: settingsOf('With all defaults filled in'),
    given_settings: nullable(settingsOf('As submitted; null where that was not recorded')),
    inputs: Type.Array(input),
    attempts: Type.Array(attempt, { description: 'The last 20, oldest first; the current one is the last' }),
    queue: Type.Optional(queue),
    price,
    cancel_at: nullable(dateTime()),
    stop_requested_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'When the running job was stopped. It ends within seconds and keeps its results so far',
      }),
    ),
  },
  {
    $id: 'JobDetails',
    ...strict,
    examples: [
      {
        ...jobExample,
        tool_version: '1.0.0',
        tool_name: 'Protein properties',
        submitted_by: { user_id: 'usr_01kjmma2g0e9dtsezyywpss2bm', name: 'Ada', email: 'ada@example.org' },
        run_id: null,
        rerun_of: null,
        settings: { by_chain: false },
        given_settings: {},
        inputs: [
          {
            id: 'lysozyme',
            slot_id: 'sequences',
            kind: 'protein',
            format: 'FASTA',
            label: null,
            name: null,
            size: 141,
            sha256: 'b2d6c2b1c8a7d6b9a7c9e21f7f0b7e7c6a8d9c0e4b5f60718293a4b5c6d7e8f9',
            file_id: null,
            from_job_id: null,
            records: null,
            copies: null,
          },
        ],
        attempts: [
          {
            number: 1,
            claimed_at: '2026-03-01T12:00:00.100Z',
            started_at: '2026-03-01T12:00:00.110Z',
            ended_at: '2026-03-01T12:00:01.020Z',
            outcome: 'COMPLETED',
            error: null,
            programs: [],
            commands: [],
            commands_left_out: 0,
            log_bytes: null,
          },
        ],
        price: { held_credits: 0, charged_credits: 1, cap_credits: 1 },
        cancel_at: null,
        stop_requested_at: null,
      },
    ],
  },
);

export type PublicJobDetails = Static<typeof jobDetails>;
