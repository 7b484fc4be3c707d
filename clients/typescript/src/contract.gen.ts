// Generated from the OpenAPI document by `npm run generate`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "object": "account",
         *       "workspace": {
         *         "id": "ws_01kjmma2g0e9dtsezyywpss2bm",
         *         "plan": {
         *           "tier": "COMMERCIAL_TEAM",
         *           "paid": true
         *         },
         *         "credits": {
         *           "available": 981.25
         *         }
         *       },
         *       "limits": {
         *         "active_jobs": 3,
         *         "concurrent_jobs": {
         *           "max": 10,
         *           "remaining": 7
         *         },
         *         "public_api_rate_limit": {
         *           "limit": 120,
         *           "window_seconds": 60
         *         }
         *       },
         *       "api_key": {
         *         "id": "key_01kjmma2g0e9dtsezyywpss2bm",
         *         "env": "LIVE",
         *         "prefix": "rot_live_4fGh7sKq",
         *         "scopes": [
         *           "jobs:read",
         *           "jobs:write"
         *         ]
         *       }
         *     }
         */
        Account: {
            api_key: components["schemas"]["AccountApiKey"];
            limits: components["schemas"]["AccountLimits"];
            /** @constant */
            object: "account";
            workspace: components["schemas"]["AccountWorkspace"];
        };
        AccountApiKey: {
            env: string;
            id: string;
            /** @description The public part of the key */
            prefix: string;
            scopes: components["schemas"]["Scope"][];
        };
        AccountLimits: {
            active_jobs: number;
            concurrent_jobs: components["schemas"]["AccountLimitsConcurrentJobs"];
            public_api_rate_limit: components["schemas"]["AccountLimitsPublicApiRateLimit"];
        };
        AccountLimitsConcurrentJobs: {
            max: number;
            remaining: number;
        };
        AccountLimitsPublicApiRateLimit: {
            limit: number;
            window_seconds: number;
        };
        AccountWorkspace: {
            credits: components["schemas"]["AccountWorkspaceCredits"];
            id: string;
            plan: components["schemas"]["AccountWorkspacePlan"];
        };
        AccountWorkspaceCredits: {
            available: number;
        };
        AccountWorkspacePlan: {
            paid: boolean;
            tier: string;
        };
        /**
         * @example {
         *       "id": "key_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "api_key",
         *       "name": "Nightly screening",
         *       "prefix": "rot_live_4fGh7sKq",
         *       "user_id": "usr_01kjmma2g0e9dtsezyywpss2bm",
         *       "scopes": [
         *         "jobs:read",
         *         "jobs:write"
         *       ],
         *       "project_ids": [
         *         "proj_01kjmma2g0e9dtsezyywpss2bm"
         *       ],
         *       "tools": null,
         *       "may_create_keys": false,
         *       "budget": {
         *         "day": 10,
         *         "month": null,
         *         "total": 500
         *       },
         *       "created_by_key": null,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "expires_at": "2026-09-01T12:00:00.000Z",
         *       "revoked_at": null,
         *       "last_used_at": "2026-03-02T08:30:00.000Z",
         *       "last_used_address": "192.0.2.7",
         *       "previous_secret": null
         *     }
         */
        ApiKey: {
            /** @description Caps in credits on what its jobs may cost; `GET /budgets` shows what is spent. null: none */
            budget: components["schemas"]["ApiKeyBudget"] | null;
            /** Format: date-time */
            created_at: string;
            /** @description The key that created this key, and ends it when it is revoked */
            created_by_key: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** @description Stays the same when the secret is rotated */
            id: string;
            last_used_address: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description Whether the key can create weaker keys */
            may_create_keys: boolean;
            name: string;
            /** @constant */
            object: "api_key";
            /** @description The public part of the secret */
            prefix: string;
            /** @description The secret before the last rotation, while it is still valid */
            previous_secret: components["schemas"]["ApiKeyPreviousSecret"] | null;
            /** @description The only projects that the key can use; null: no such limit */
            project_ids: string[] | null;
            /** Format: date-time */
            revoked_at: string | null;
            scopes: components["schemas"]["ApiKeyScope"][];
            /** @description The only tools that the key can run; null: all */
            tools: string[] | null;
            /** @description The user for whom the key acts */
            user_id: string;
        };
        ApiKeyBudget: {
            day: number | null;
            month: number | null;
            total: number | null;
        };
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        ApiKeyPreviousSecret: {
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            valid_until: string;
        };
        /**
         * @example {
         *       "name": "Nightly screening",
         *       "scopes": [
         *         "jobs:read",
         *         "jobs:write"
         *       ],
         *       "budget": {
         *         "day": 10
         *       }
         *     }
         */
        ApiKeyRequest: {
            /** @description Caps in credits, with at most three decimals, on what jobs of the key may cost. null removes a cap, and in place of the object all of them; what is absent stays. Not together with `may_create_keys` */
            budget?: components["schemas"]["ApiKeyRequestBudget"] | null;
            /** Format: date-time */
            expires_at?: string | null;
            /** @description Whether the key can create weaker keys; default false */
            may_create_keys?: boolean;
            name: string;
            /** @description The only projects that the key can use; null: no such limit */
            project_ids?: string[] | null;
            scopes: components["schemas"]["ApiKeyRequestScope"][];
            /** @description The only tools that the key can run; null: all */
            tools?: string[] | null;
        };
        ApiKeyRequestBudget: {
            /** @description In a day (UTC) */
            day?: number | null;
            /** @description In a month (UTC) */
            month?: number | null;
            /** @description In all */
            total?: number | null;
        };
        /** @enum {string} */
        ApiKeyRequestScope: "jobs:read" | "jobs:write" | "files:read" | "files:write" | "projects:read" | "projects:write" | "workspace:read" | "workspace:write" | "webhooks:read" | "webhooks:write";
        /**
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        ApiKeyRotationRequest: {
            /** @description How long the former secret stays valid, by default 86400; 0 ends all earlier secrets at once */
            overlap_seconds?: number;
        };
        /** @enum {string} */
        ApiKeyScope: "jobs:read" | "jobs:write" | "files:read" | "files:write" | "projects:read" | "projects:write" | "workspace:read" | "workspace:write" | "webhooks:read" | "webhooks:write";
        /**
         * @example {
         *       "id": "key_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "api_key",
         *       "name": "Nightly screening",
         *       "prefix": "rot_live_4fGh7sKq",
         *       "user_id": "usr_01kjmma2g0e9dtsezyywpss2bm",
         *       "scopes": [
         *         "jobs:read",
         *         "jobs:write"
         *       ],
         *       "project_ids": [
         *         "proj_01kjmma2g0e9dtsezyywpss2bm"
         *       ],
         *       "tools": null,
         *       "may_create_keys": false,
         *       "budget": {
         *         "day": 10,
         *         "month": null,
         *         "total": 500
         *       },
         *       "created_by_key": null,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "expires_at": "2026-09-01T12:00:00.000Z",
         *       "revoked_at": null,
         *       "last_used_at": "2026-03-02T08:30:00.000Z",
         *       "last_used_address": "192.0.2.7",
         *       "previous_secret": null,
         *       "secret": "rot_live_4fGh7sKq_…"
         *     }
         */
        ApiKeySecret: {
            /** @description Caps in credits on what its jobs may cost; `GET /budgets` shows what is spent. null: none */
            budget: components["schemas"]["ApiKeySecretBudget"] | null;
            /** Format: date-time */
            created_at: string;
            /** @description The key that created this key, and ends it when it is revoked */
            created_by_key: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** @description Stays the same when the secret is rotated */
            id: string;
            last_used_address: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description Whether the key can create weaker keys */
            may_create_keys: boolean;
            message?: string;
            name: string;
            /** @constant */
            object: "api_key";
            /** @description The public part of the secret */
            prefix: string;
            /** @description The secret before the last rotation, while it is still valid */
            previous_secret: components["schemas"]["ApiKeySecretPreviousSecret"] | null;
            /** @description The only projects that the key can use; null: no such limit */
            project_ids: string[] | null;
            /** Format: date-time */
            revoked_at: string | null;
            scopes: components["schemas"]["ApiKeySecretScope"][];
            /** @description The whole key, shown this once; null in the response to a repeated request */
            secret: string | null;
            /** @description The only tools that the key can run; null: all */
            tools: string[] | null;
            /** @description The user for whom the key acts */
            user_id: string;
        };
        ApiKeySecretBudget: {
            day: number | null;
            month: number | null;
            total: number | null;
        };
        ApiKeySecretPreviousSecret: {
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            valid_until: string;
        };
        /** @enum {string} */
        ApiKeySecretScope: "jobs:read" | "jobs:write" | "files:read" | "files:write" | "projects:read" | "projects:write" | "workspace:read" | "workspace:write" | "webhooks:read" | "webhooks:write";
        /**
         * @example {
         *       "name": "Nightly screening",
         *       "expires_at": "2026-09-01T12:00:00.000Z"
         *     }
         */
        ApiKeyUpdateRequest: {
            /** @description Caps in credits, with at most three decimals, on what jobs of the key may cost. null removes a cap, and in place of the object all of them; what is absent stays. Not together with `may_create_keys` */
            budget?: components["schemas"]["ApiKeyUpdateRequestBudget"] | null;
            /** Format: date-time */
            expires_at?: string | null;
            /** @description Whether the key can create weaker keys; default false */
            may_create_keys?: boolean;
            name?: string;
            /** @description The only projects that the key can use; null: no such limit */
            project_ids?: string[] | null;
            scopes?: components["schemas"]["ApiKeyUpdateRequestScope"][];
            /** @description The only tools that the key can run; null: all */
            tools?: string[] | null;
        };
        ApiKeyUpdateRequestBudget: {
            /** @description In a day (UTC) */
            day?: number | null;
            /** @description In a month (UTC) */
            month?: number | null;
            /** @description In all */
            total?: number | null;
        };
        /** @enum {string} */
        ApiKeyUpdateRequestScope: "jobs:read" | "jobs:write" | "files:read" | "files:write" | "projects:read" | "projects:write" | "workspace:read" | "workspace:write" | "webhooks:read" | "webhooks:write";
        /**
         * @example {
         *       "id": "aud_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "audit_entry",
         *       "at": "2026-03-01T12:00:00.000Z",
         *       "started_at": "2026-03-01T11:59:59.950Z",
         *       "actor": {
         *         "type": "key",
         *         "user_id": "usr_01kjmma2g0e9dtsezyywpss2bm",
         *         "email": "ada@example.org",
         *         "key_id": "a8f3k2m9"
         *       },
         *       "action": "sharing.changed",
         *       "resource": {
         *         "type": "job",
         *         "id": "job_01kjmma2g0e9dtsezyywpss2bm"
         *       },
         *       "outcome": "ok",
         *       "code": null,
         *       "address": "203.0.113.7",
         *       "request_id": "0b8f3c1e-6a52-4d0c-9d39-6f8f0f5c2f57",
         *       "facts": {
         *         "visibility": "PUBLIC"
         *       },
         *       "chain": {
         *         "name": "ws_01kjmma2g0e9dtsezyywpss2bm",
         *         "number": 12,
         *         "hash": "9f86d0819f86d0819f86d0819f86d0819f86d0819f86d0819f86d0819f86d081"
         *       }
         *     }
         */
        AuditEntry: {
            /** @description The resource and what was done, e.g. `member.removed` */
            action: string;
            actor: components["schemas"]["AuditEntryActor"];
            /** @description The network address of the caller */
            address: string | null;
            /** Format: date-time */
            at: string;
            /** @description The place of the entry in its chain */
            chain: components["schemas"]["AuditEntryChain"];
            /** @description The error code of a refusal or failure */
            code: string | null;
            /** @description Ids, amounts and settings of the response; never a secret or an input */
            facts: {
                [key: string]: unknown;
            } | null;
            id: string;
            /** @constant */
            object: "audit_entry";
            /** @description unknown: a service failed or stopped before it answered, so the action may have been done */
            outcome: components["schemas"]["AuditEntryOutcome"];
            /** @description The `X-Request-Id` of the request */
            request_id: string | null;
            resource: components["schemas"]["AuditEntryResource"];
            /** Format: date-time */
            started_at: string;
        };
        AuditEntryActor: {
            /** @description The address that the user has now */
            email: string | null;
            /** @description The public id of the key or session */
            key_id: string | null;
            type: components["schemas"]["AuditEntryActorType"];
            /** @description null for operators of the installation */
            user_id: string | null;
        };
        /** @enum {string} */
        AuditEntryActorType: "key" | "session" | "operator" | "system";
        AuditEntryChain: {
            /** @description SHA-256 over this entry and the hash before it, in hex */
            hash: string;
            name: string;
            number: number;
        };
        AuditEntryList: {
            data: components["schemas"]["AuditEntry"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /** @enum {string} */
        AuditEntryOutcome: "ok" | "refused" | "unknown";
        AuditEntryResource: {
            id: string | null;
            type: string;
        };
        /**
         * @example {
         *       "id": "batch_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "batch",
         *       "name": "Peptides of March",
         *       "project_id": null,
         *       "status": "RUNNING",
         *       "pause": null,
         *       "error": null,
         *       "tools": [
         *         "protein-properties"
         *       ],
         *       "file_id": null,
         *       "stop_when": null,
         *       "matched": 0,
         *       "on_problem": "refuse",
         *       "max_credits": 20,
         *       "quoted_credits": 2,
         *       "reserved_credits": 1,
         *       "actual_credits": 1,
         *       "refunded_credits": 0,
         *       "items": {
         *         "total": 2,
         *         "waiting": 0,
         *         "active": 1,
         *         "completed": 1,
         *         "failed": 0,
         *         "skipped": 0
         *       },
         *       "attempts": 1,
         *       "problems": [],
         *       "problem_count": 0,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "started_at": "2026-03-01T12:00:00.100Z",
         *       "completed_at": null
         *     }
         */
        Batch: {
            /**
             * Format: double
             * @description Credits charged so far
             */
            actual_credits: number;
            /** @description 1 more after each retry */
            attempts: number;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Why it failed */
            error: string | null;
            /** @description The file that has the submissions */
            file_id: string | null;
            /** @description Ids sort by creation time */
            id: string;
            items: components["schemas"]["BatchItems"];
            /** @description Submissions whose results match `stop_when` */
            matched: number;
            /**
             * Format: double
             * @description Cap on the cost of all its jobs; null: no cap
             */
            max_credits: number | null;
            name: string;
            /** @constant */
            object: "batch";
            on_problem: components["schemas"]["BatchOnProblem"];
            /** @description While PAUSED */
            pause: components["schemas"]["BatchPause"] | null;
            /** @description Problems in all */
            problem_count: number;
            /** @description The first 100 */
            problems: components["schemas"]["BatchProblem"][];
            project_id: string | null;
            /**
             * Format: double
             * @description What all submissions were expected to cost before the start
             */
            quoted_credits: number;
            /**
             * Format: double
             * @description Credits reserved for settled jobs and not charged
             */
            refunded_credits: number;
            /**
             * Format: double
             * @description Credits reserved for jobs that are not settled
             */
            reserved_credits: number;
            /** Format: date-time */
            started_at: string | null;
            /** @description VALIDATING: its file is read. The last four are final. COMPLETED_WITH_ERRORS: some submissions have no result. FAILED: none has one, or the file had problems */
            status: components["schemas"]["BatchStatus"];
            /** @description Then nothing more is submitted; jobs that have begun end as usual */
            stop_when: components["schemas"]["BatchStopWhen"] | null;
            /** @description The tools of its submissions, each once */
            tools: string[];
        };
        BatchCancellation: {
            batch: components["schemas"]["Batch"];
            /** @constant */
            object: "batch_cancellation";
            /** @description Jobs whose charge is not final yet; 0 when the amounts are final */
            unsettled_jobs: number;
        };
        /**
         * @example {}
         * @example {
         *       "max_credits": 40
         *     }
         */
        BatchCapRequest: {
            /**
             * Format: int64
             * @description A higher cap for the whole batch, if it was started with a cap; default: unchanged
             */
            max_credits?: number;
        };
        /**
         * @example {
         *       "object": "batch_item",
         *       "line": 1,
         *       "custom_id": "lysozyme",
         *       "status": "COMPLETED",
         *       "attempt": 1,
         *       "job_id": "job_01kjmma2g0e9dtsezyywpss2bm",
         *       "job_status": "COMPLETED",
         *       "error": null,
         *       "reserved_credits": 0,
         *       "credits_used": 1,
         *       "result_available": true,
         *       "result_url": "/api/v1/results/job_01kjmma2g0e9dtsezyywpss2bm"
         *     }
         */
        BatchItem: {
            /** @description The attempt of the batch in which it was last submitted */
            attempt: number;
            /**
             * Format: double
             * @description Credits charged; 0 until the charge is final
             */
            credits_used: number;
            custom_id: string;
            error: string | null;
            job_id: string | null;
            /** @description Of the job once it has ended */
            job_status: components["schemas"]["BatchItemJobStatus"] | null;
            /** @description The place in the list, or the line of the file, from 1 */
            line: number;
            /** @constant */
            object: "batch_item";
            /**
             * Format: double
             * @description Credits reserved while it is not settled
             */
            reserved_credits: number;
            result_available: boolean;
            /** @description Relative to the base URL; requires the same key; null while there is none */
            result_url: string | null;
            /** @description WAITING: there is no job yet */
            status: components["schemas"]["BatchItemStatus"];
        };
        /** @enum {string} */
        BatchItemJobStatus: "PENDING" | "QUEUED" | "PROCESSING" | "RETRY" | "COMPLETED" | "FAILED" | "TIMEOUT" | "CANCELLED" | "BUDGET_EXCEEDED";
        BatchItemList: {
            data: components["schemas"]["BatchItem"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        BatchItems: {
            /** @description Accepted, not ended */
            active: number;
            /** @description Ended with a result */
            completed: number;
            /** @description Ended without, or refused */
            failed: number;
            /** @description Never started */
            skipped: number;
            /** @description Submissions without problems */
            total: number;
            /** @description Not accepted as a job yet */
            waiting: number;
        };
        /** @enum {string} */
        BatchItemStatus: "WAITING" | "ACTIVE" | "COMPLETED" | "FAILED" | "CANCELLED";
        BatchList: {
            data: components["schemas"]["Batch"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /** @enum {string} */
        BatchOnProblem: "refuse" | "skip";
        BatchPause: {
            message: string | null;
            /** @description max_credits: the cap does not allow the next job; continue with a higher one. insufficient_credits: the workspace lacks credits, or a budget refuses the job; goes on by itself once there are credits */
            reason: components["schemas"]["BatchPauseReason"];
        };
        /** @enum {string} */
        BatchPauseReason: "max_credits" | "insufficient_credits";
        BatchProblem: {
            custom_id: string | null;
            /** @description The place in the list, or the line of the file, from 1 */
            line: number;
            message: string;
            /** @description The field of the submission; empty for the submission as a whole */
            path: string;
        };
        /**
         * @example {
         *       "object": "batch_quote",
         *       "submissions": 2,
         *       "valid_submissions": 1,
         *       "metered_submissions": 0,
         *       "estimated_credits": 1,
         *       "reserved_credits": 1,
         *       "max_credits": 1,
         *       "available_credits": 250,
         *       "problems": [
         *         {
         *           "line": 2,
         *           "custom_id": "b",
         *           "path": "tool",
         *           "message": "The tool 'protein-propertie' does not exist."
         *         }
         *       ],
         *       "problem_count": 1
         *     }
         */
        BatchQuote: {
            /**
             * Format: double
             * @description What the workspace has available now
             */
            available_credits: number;
            /**
             * Format: double
             * @description Expected cost
             */
            estimated_credits: number;
            /**
             * Format: double
             * @description The most that the jobs can cost: prices, and caps of metered jobs
             */
            max_credits: number;
            /** @description Submissions of tools that are billed by run time */
            metered_submissions: number;
            /** @constant */
            object: "batch_quote";
            /** @description Problems in all */
            problem_count: number;
            /** @description The first 100 */
            problems: components["schemas"]["BatchProblem"][];
            /**
             * Format: double
             * @description Reserved when all jobs are accepted
             */
            reserved_credits: number;
            /** @description Submissions of the request */
            submissions: number;
            /** @description Submissions without problems; the amounts are sums over these */
            valid_submissions: number;
        };
        BatchQuoteRequest: {
            /** @description A saved file in place of `submissions`: each of at most 50,000 lines is a submission as JSON. Needs the scope files:read */
            file_id?: string;
            /** @description Or `file_id` */
            submissions?: components["schemas"]["BatchSubmission"][];
        };
        BatchRequest: {
            /** @description A saved file in place of `submissions`: each of at most 50,000 lines is a submission as JSON. Needs the scope files:read */
            file_id?: string;
            /**
             * Format: int64
             * @description Caps what all jobs of the batch cost together; reserves nothing. At the cap the batch pauses
             */
            max_credits?: number;
            name: string;
            /** @description refuse (default): a problem of any submission refuses the batch. skip: submissions with problems are left out */
            on_problem?: components["schemas"]["BatchRequestOnProblem"];
            /** @description The project of the batch and its jobs. A non-null value requires the scope projects:write */
            project_id?: string | null;
            /** @description Then nothing more is submitted; jobs that have begun end as usual */
            stop_when?: components["schemas"]["BatchRequestStopWhen"];
            /** @description Or `file_id` */
            submissions?: components["schemas"]["BatchSubmission"][];
        };
        /** @enum {string} */
        BatchRequestOnProblem: "refuse" | "skip";
        BatchRequestStopWhen: {
            /** @description Number of submissions whose results must have such a row */
            count: number;
            /** @description A field of the rows of results */
            metric: string;
            op: components["schemas"]["BatchRequestStopWhenOp"];
            value: number | string | boolean;
        };
        /** @enum {string} */
        BatchRequestStopWhenOp: "eq" | "lt" | "lte" | "gt" | "gte";
        /**
         * @example {
         *       "object": "batch_row",
         *       "custom_id": "lysozyme",
         *       "line": 1,
         *       "job_id": "job_01kjmma2g0e9dtsezyywpss2bm",
         *       "output_port_id": "properties",
         *       "rank": null,
         *       "value": {
         *         "id": "lysozyme",
         *         "length": 129
         *       }
         *     }
         */
        BatchRow: {
            custom_id: string;
            job_id: string;
            line: number;
            /** @constant */
            object: "batch_row";
            output_port_id: string;
            rank: number | null;
            value: {
                [key: string]: unknown;
            };
        };
        BatchRowList: {
            data: components["schemas"]["BatchRow"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /** @enum {string} */
        BatchStatus: "VALIDATING" | "QUEUED" | "RUNNING" | "PAUSED" | "COMPLETED" | "COMPLETED_WITH_ERRORS" | "FAILED" | "CANCELLED";
        BatchStopWhen: {
            /** @description Number of submissions whose results must have such a row */
            count: number;
            /** @description A field of the rows of results */
            metric: string;
            op: components["schemas"]["BatchStopWhenOp"];
            value: number | string | boolean;
        };
        /** @enum {string} */
        BatchStopWhenOp: "eq" | "lt" | "lte" | "gt" | "gte";
        BatchSubmission: {
            billing?: components["schemas"]["BatchSubmissionBilling"];
            /** @description Your name for the submission, unique in the batch */
            custom_id: string;
            input: components["schemas"]["JobInput"];
            /**
             * Format: int64
             * @description Cap on the fixed charge, or on the first reservation of a metered job
             */
            max_quoted_credits?: number;
            /** @description Of the job; default: the name of the batch and the custom_id */
            name?: string;
            /** @description Must match `settings` of `GET /tools/{toolId}`; at most 64 KiB */
            settings?: {
                [key: string]: unknown;
            };
            tool: string;
        };
        BatchSubmissionBilling: {
            /** @description Cap on the total reservation of a metered job. Accepted as `maxReservedCredits` too */
            max_reserved_credits?: number;
        };
        /** @enum {string} */
        BillingMode: "fixed" | "metered_runtime";
        BlockingError: {
            code: string;
            details?: unknown;
            message: string;
        };
        /**
         * @example {
         *       "id": "bud_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "budget",
         *       "scope": "key",
         *       "subject_id": "a1B2c3D4",
         *       "period": "day",
         *       "cap_credits": 10,
         *       "spent_credits": 4,
         *       "held_credits": 3,
         *       "left_credits": 3,
         *       "period_start": "2026-03-01T00:00:00.000Z",
         *       "period_end": "2026-03-02T00:00:00.000Z"
         *     }
         */
        Budget: {
            /** Format: double */
            cap_credits: number;
            /**
             * Format: double
             * @description Reserved for jobs of the present period that are not charged yet
             */
            held_credits: number;
            id: string;
            /**
             * Format: double
             * @description What new jobs may reserve; below 0 after the cap was lowered
             */
            left_credits: number;
            /** @constant */
            object: "budget";
            /** @description Days and months of UTC; total: for ever */
            period: components["schemas"]["BudgetPeriod"];
            /** Format: date-time */
            period_end: string | null;
            /**
             * Format: date-time
             * @description Start of the present period; null: total
             */
            period_start: string | null;
            /** @description What it bounds: all work of the workspace, of a project, of a member, or of an API key */
            scope: components["schemas"]["BudgetScope"];
            /**
             * Format: double
             * @description Charged for jobs that were submitted in the present period
             */
            spent_credits: number;
            /** @description Id of the workspace, project or member, or the public id of the key */
            subject_id: string;
        };
        /**
         * @example {
         *       "object": "budget_deletion",
         *       "id": "bud_01kjmma2g0e9dtsezyywpss2bm",
         *       "deleted": true
         *     }
         */
        BudgetDeletion: {
            deleted: boolean;
            id: string;
            /** @constant */
            object: "budget_deletion";
        };
        BudgetList: {
            data: components["schemas"]["Budget"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /** @enum {string} */
        BudgetPeriod: "day" | "month" | "total";
        /**
         * @example {
         *       "scope": "key",
         *       "subject_id": "a1B2c3D4",
         *       "period": "day",
         *       "cap_credits": 10
         *     }
         */
        BudgetRequest: {
            /**
             * Format: double
             * @description At most three decimals. 0 refuses all jobs that cost credits
             */
            cap_credits: number;
            /** @description Days and months of UTC; total: for ever */
            period: components["schemas"]["BudgetRequestPeriod"];
            /** @description What it bounds: all work of the workspace, of a project, of a member, or of an API key */
            scope: components["schemas"]["BudgetRequestScope"];
            /** @description Id of the project or member, or the public id of the key; leave it out for the workspace */
            subject_id?: string;
        };
        /** @enum {string} */
        BudgetRequestPeriod: "day" | "month" | "total";
        /** @enum {string} */
        BudgetRequestScope: "workspace" | "project" | "member" | "key";
        /** @enum {string} */
        BudgetScope: "workspace" | "project" | "member" | "key";
        CandidateColumn: {
            description?: string;
            /** @description Decimal places to show; the values themselves have all digits */
            digits?: number;
            /** @description Name of the field in `value` of each item */
            name: string;
            /** @description The direction in which a rank before the checkpoint sorted by it */
            sorted?: components["schemas"]["CandidateColumnSorted"];
            /** @description Heading, without the unit */
            title: string;
            /** @description JSON type of the values other than null */
            type: components["schemas"]["CandidateColumnType"];
            /** @example kcal/mol */
            unit?: string;
            /** @description Values span many orders of magnitude: show two significant digits */
            wide_range?: boolean;
        };
        /** @enum {string} */
        CandidateColumnSorted: "asc" | "desc";
        /** @enum {string} */
        CandidateColumnType: "string" | "integer" | "number" | "boolean" | "array" | "object" | "any";
        /** @enum {string} */
        ContentEncoding: "utf8" | "base64";
        /**
         * @example {
         *       "object": "current_session",
         *       "kind": "session",
         *       "id": "ses_01kjmma2g0e9dtsezyywpss2bm",
         *       "user": {
         *         "id": "usr_01kjmma2g0e9dtsezyywpss2bm",
         *         "email": "ada@example.org",
         *         "name": "Ada"
         *       },
         *       "workspace": {
         *         "id": "ws_01kjmma2g0e9dtsezyywpss2bm",
         *         "name": "Enzyme group",
         *         "role": "admin"
         *       },
         *       "scopes": [
         *         "jobs:read",
         *         "jobs:write",
         *         "files:read",
         *         "files:write",
         *         "projects:read",
         *         "projects:write",
         *         "workspace:read",
         *         "workspace:write",
         *         "webhooks:read",
         *         "webhooks:write"
         *       ],
         *       "expires_at": "2026-03-02T00:00:00.000Z"
         *     }
         */
        CurrentSession: {
            /** Format: date-time */
            expires_at: string | null;
            /** @description `ses_…` or `key_…` */
            id: string;
            /** @description What the request authenticates with */
            kind: components["schemas"]["CurrentSessionKind"];
            /** @constant */
            object: "current_session";
            scopes: components["schemas"]["CurrentSessionScope"][];
            user: components["schemas"]["CurrentSessionUser"];
            workspace: components["schemas"]["CurrentSessionWorkspace"];
        };
        /** @enum {string} */
        CurrentSessionKind: "session" | "key";
        /** @enum {string} */
        CurrentSessionScope: "jobs:read" | "jobs:write" | "files:read" | "files:write" | "projects:read" | "projects:write" | "workspace:read" | "workspace:write" | "webhooks:read" | "webhooks:write";
        CurrentSessionUser: {
            email: string;
            id: string;
            name: string | null;
        };
        CurrentSessionWorkspace: {
            id: string;
            name: string;
            role: components["schemas"]["CurrentSessionWorkspaceRole"];
        };
        /** @enum {string} */
        CurrentSessionWorkspaceRole: "viewer" | "member" | "admin" | "owner";
        /** @enum {string} */
        Database: "rcsb" | "pubchem" | "uniprot";
        DatabaseSource: {
            externalId: string;
            externalSource: components["schemas"]["Database"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "external";
        };
        /**
         * @example {
         *       "id": "swissprot",
         *       "object": "dataset",
         *       "kind": "protein-sequences",
         *       "title": "Swiss-Prot",
         *       "license": "CC-BY-4.0",
         *       "source": "uniprot_sprot.fasta.gz",
         *       "newest_release": "2026_04",
         *       "releases": [
         *         {
         *           "release": "2026_04",
         *           "state": "ready",
         *           "sha256": "abababababababababababababababababababababababababababababababab",
         *           "records": 573000,
         *           "residues": 207900000,
         *           "size": 900000000,
         *           "taxonomy": "lineage",
         *           "ready_at": "2026-03-01T12:00:00.000Z"
         *         }
         *       ]
         *     }
         */
        Dataset: {
            /**
             * @description Name it, or `id@release`, in the setting of a tool
             * @example swissprot
             */
            id: string;
            kind: components["schemas"]["DatasetKind"];
            license: string;
            /** @description The release of a job that names no release */
            newest_release: string | null;
            /** @constant */
            object: "dataset";
            /** @description Newest first */
            releases: components["schemas"]["DatasetRelease"][];
            /** @description Where the data came from */
            source: string;
            title: string;
        };
        /** @enum {string} */
        DatasetKind: "protein-sequences" | "nucleotide-sequences" | "hmm-profiles" | "hhm-profiles";
        DatasetList: {
            data: components["schemas"]["Dataset"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        DatasetRelease: {
            /** Format: date-time */
            ready_at: string;
            records: number;
            /** @example 2026_04 */
            release: string;
            /** @description Residues or bases of all records; of profiles their match states */
            residues: number;
            /** @description Of the imported file, hex */
            sha256: string;
            /**
             * Format: int64
             * @description Bytes on disk, with all indexes
             */
            size: number;
            /** @description `retired`: new jobs that name it are refused */
            state: components["schemas"]["DatasetReleaseState"];
            /** @description Whether searches may choose records by taxon: not at all, by the taxa of the records, or also by the taxa above them */
            taxonomy: components["schemas"]["DatasetReleaseTaxonomy"];
        };
        /** @enum {string} */
        DatasetReleaseState: "ready" | "retired";
        /** @enum {string} */
        DatasetReleaseTaxonomy: "none" | "taxa" | "lineage";
        /**
         * @example {
         *       "object": "device_authorization",
         *       "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS0A",
         *       "user_code": "WDJB-MJHT",
         *       "verification_uri": "https://rotamer.example/device",
         *       "verification_uri_complete": "https://rotamer.example/device?code=WDJB-MJHT",
         *       "expires_in": 600,
         *       "interval": 5
         *     }
         */
        DeviceAuthorization: {
            /** @description The secret with which the device asks for its session */
            device_code: string;
            /** @description Seconds until the codes end */
            expires_in: number;
            /** @description Seconds between requests for the session */
            interval: number;
            /** @constant */
            object: "device_authorization";
            /** @description The code that the person types or compares */
            user_code: string;
            /** @description The page that the person opens */
            verification_uri: string;
            /** @description The same page with the code filled in */
            verification_uri_complete: string;
        };
        /**
         * @example {
         *       "client_name": "rotamer on bench-3"
         *     }
         */
        DeviceAuthorizationRequest: {
            /** @description The program and its machine, as the person will see them */
            client_name: string;
        };
        /**
         * @example {
         *       "object": "device_token",
         *       "access_token": "rot_sess_0aB1cD2eF3_…",
         *       "token_type": "Bearer",
         *       "session_id": "ses_01kjmma2g0e9dtsezyywpss2bm",
         *       "expires_at": "2026-03-02T00:00:00.000Z"
         *     }
         */
        DeviceToken: {
            /** @description Sent as `Authorization: Bearer`, like an API key */
            access_token: string;
            /** Format: date-time */
            expires_at: string;
            /** @constant */
            object: "device_token";
            session_id: string;
            /** @constant */
            token_type: "Bearer";
        };
        /**
         * @example {
         *       "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS0A"
         *     }
         */
        DeviceTokenRequest: {
            device_code: string;
        };
        Error: {
            error: components["schemas"]["ErrorBody"];
        };
        ErrorBody: {
            /** @description Machine-readable error code */
            code: string;
            /** @description Structured details, depending on the code */
            details?: unknown;
            /** @description What is wrong, for people; a validation error names the path of the field */
            message: string;
            /** @description How to resolve the error */
            resolution: string;
        };
        /**
         * @example {
         *       "id": "evt_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "event",
         *       "type": "job.completed",
         *       "created_at": "2026-03-01T12:00:01.020Z",
         *       "resource": {
         *         "type": "job",
         *         "id": "job_01kjmma2g0e9dtsezyywpss2bm"
         *       },
         *       "project_id": null,
         *       "run_id": null,
         *       "data": {
         *         "id": "job_01kjmma2g0e9dtsezyywpss2bm",
         *         "object": "job",
         *         "project_id": null,
         *         "status": "COMPLETED",
         *         "tool": "protein-properties",
         *         "name": "Hen egg white lysozyme",
         *         "credits_used": 1,
         *         "created_at": "2026-03-01T12:00:00.000Z",
         *         "started_at": "2026-03-01T12:00:00.110Z",
         *         "completed_at": "2026-03-01T12:00:01.020Z",
         *         "progress": 100,
         *         "execution_time_seconds": 0.871,
         *         "error": null,
         *         "billing": {
         *           "mode": "fixed",
         *           "reserved_credits": 1,
         *           "final_credits": 1,
         *           "rate_credits_per_minute": null,
         *           "billable_runtime_seconds": null,
         *           "outcome": "charged",
         *           "finalized_at": "2026-03-01T12:00:01.040Z",
         *           "refund_credits": 0,
         *           "refund_credits_applied_to_team": 0,
         *           "refund_deferred_to_workflow_run": false
         *         }
         *       }
         *     }
         */
        Event: {
            /** Format: date-time */
            created_at: string;
            /** @description The resource as it was after the event, without inputs */
            data: components["schemas"]["Job"] | components["schemas"]["EventWorkflowRun"] | components["schemas"]["File"] | components["schemas"]["EventProject"] | components["schemas"]["EventBudget"];
            /** @description The same in every response, stream and webhook. Pass it as `after` to go on after this event */
            id: string;
            /** @constant */
            object: "event";
            /** @description The project in which the resource was */
            project_id: string | null;
            /** @description The resource to which it happened */
            resource: components["schemas"]["EventResource"];
            /** @description The workflow run to which the resource belongs */
            run_id: string | null;
            type: components["schemas"]["EventType"];
        };
        EventBudget: {
            /** Format: double */
            cap_credits: number;
            /**
             * Format: double
             * @description Reserved for jobs of the present period that are not charged yet
             */
            held_credits: number;
            id: string;
            /**
             * Format: double
             * @description What new jobs may reserve; below 0 after the cap was lowered
             */
            left_credits: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            object: "budget";
            /** @description 80 or 100: the part of the cap that is spent or reserved */
            percent: number;
            /** @description Days and months of UTC; total: for ever */
            period: components["schemas"]["BudgetPeriod"];
            /** Format: date-time */
            period_end: string | null;
            /**
             * Format: date-time
             * @description Start of the present period; null: total
             */
            period_start: string | null;
            /** @description What it bounds: all work of the workspace, of a project, of a member, or of an API key */
            scope: components["schemas"]["BudgetScope"];
            /**
             * Format: double
             * @description Charged for jobs that were submitted in the present period
             */
            spent_credits: number;
            /** @description Id of the workspace, project or member, or the public id of the key */
            subject_id: string;
        };
        /**
         * @example {
         *       "id": "Mg",
         *       "event": "ping",
         *       "data": "{\"timestamp\":\"2026-03-01T12:00:15.000Z\"}"
         *     }
         */
        EventFrame: {
            /** @description An Event, `{timestamp}`, `{message, cursor}` or `{message}` */
            data: string;
            event: components["schemas"]["EventFrameName"];
            /** @description The place in the feed. Send it as `Last-Event-ID` to go on after it */
            id: string;
        };
        /** @enum {string} */
        EventFrameName: "event" | "ping" | "resync" | "error";
        EventList: {
            data: components["schemas"]["Event"][];
            /** @description More events may follow at once. A page with a filter can be empty although more follow */
            has_more: boolean;
            /** @description Pass as `after` to go on, at once or later */
            next_cursor: string;
            /** @constant */
            object: "list";
        };
        EventProject: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @description Ids sort by creation time */
            id: string;
            name: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            object: "project";
            /** Format: date-time */
            updated_at: string;
        };
        EventResource: {
            id: string;
            type: components["schemas"]["EventResourceType"];
        };
        /** @enum {string} */
        EventResourceType: "job" | "workflow_run" | "file" | "project" | "budget";
        /** @enum {string} */
        EventType: "job.created" | "job.started" | "job.retrying" | "job.completed" | "job.failed" | "job.timed_out" | "job.budget_exceeded" | "job.cancelled" | "job.settled" | "job.moved" | "job.deleted" | "workflow_run.started" | "workflow_run.waiting_for_review" | "workflow_run.paused" | "workflow_run.resumed" | "workflow_run.completed" | "workflow_run.completed_with_errors" | "workflow_run.failed" | "workflow_run.cancelled" | "workflow_run.retried" | "workflow_run.moved" | "workflow_run.deleted" | "file.created" | "file.moved" | "file.deleted" | "project.created" | "project.updated" | "project.deleted" | "budget.warning";
        EventWorkflowRun: {
            /** @description The last attempt */
            attempt_id: string | null;
            /**
             * Format: date-time
             * @description When the last attempt ended
             */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Why the current attempt failed */
            error: string | null;
            /** @description Ids sort by creation time */
            id: string;
            name: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            object: "workflow_run";
            /** @description While PAUSED */
            pause: components["schemas"]["WorkflowPause"] | null;
            project_id: string | null;
            revision_id: string;
            revision_number: number;
            /**
             * Format: date-time
             * @description When the first attempt started
             */
            started_at: string | null;
            /** @description The last four are final. COMPLETED_WITH_ERRORS: there is a result although some jobs or nodes failed */
            status: components["schemas"]["WorkflowRunStatus"];
            workflow_id: string;
            workflow_name: string;
        };
        /**
         * @example {
         *       "id": "pdb",
         *       "object": "file_source",
         *       "name": "Protein Data Bank",
         *       "format": "MMCIF",
         *       "example": "1UBQ"
         *     }
         */
        FetchSource: {
            /** @description An id of an entry */
            example: string;
            /** @description Format of its entries */
            format: string;
            /** @example pdb */
            id: string;
            name: string;
            /** @constant */
            object: "file_source";
        };
        FetchSourceList: {
            data: components["schemas"]["FetchSource"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /**
         * @example {
         *       "id": "file_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "file",
         *       "project_id": null,
         *       "filename": "lysozyme.fasta",
         *       "original_name": "lysozyme.fasta",
         *       "format": "FASTA",
         *       "mime_type": "text/x-fasta",
         *       "size": 187,
         *       "origin": "UPLOAD",
         *       "storage_owner": "FILE_LIBRARY",
         *       "preview_kind": "text",
         *       "job_id": null,
         *       "job_name": null,
         *       "job_type": null,
         *       "tool": null,
         *       "tags": [
         *         "hen"
         *       ],
         *       "description": null,
         *       "collection_ids": [],
         *       "collections": [],
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "updated_at": null,
         *       "content_url": "/api/v1/files/file_01kjmma2g0e9dtsezyywpss2bm/content",
         *       "download_url": "/api/v1/files/file_01kjmma2g0e9dtsezyywpss2bm/download",
         *       "input_reference": {
         *         "type": "file",
         *         "file_id": "file_01kjmma2g0e9dtsezyywpss2bm"
         *       }
         *     }
         */
        File: {
            collection_ids: string[];
            collections: components["schemas"]["FileCollection"][];
            /** @description Informational; this route does not exist in the public API */
            content_url: string;
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @description Informational; this route does not exist in the public API */
            download_url: string;
            /** @description Name that is safe on every file system. It keeps the ending; a digest stands for letters of other scripts */
            filename: string;
            /** @description Detected from the content, then from the extension: `FASTA`, `PDB`, `SDF`, … */
            format: string;
            /** @description Ids sort by creation time */
            id: string;
            /** @description Use as `source` of a job input */
            input_reference: components["schemas"]["FileReference"];
            /** @description The job that produced the file or used it as an input */
            job_id: string | null;
            job_name: string | null;
            /** @description Same as `tool` */
            job_type: string | null;
            /** @description With `charset` for text that jobs read decoded, e.g. `text/x-fasta; charset=utf-16le`; `application/gzip` for a packed text */
            mime_type: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            object: "file";
            origin: components["schemas"]["FileOrigin"];
            /** @description Name as uploaded */
            original_name: string;
            preview_kind: components["schemas"]["PreviewKind"] | null;
            project_id: string | null;
            /**
             * Format: int64
             * @description Size in bytes, as uploaded
             */
            size: number;
            /** @description Only `FILE_LIBRARY` counts towards the storage quota: what was uploaded. Results of jobs never count */
            storage_owner: components["schemas"]["StorageOwner"];
            tags: string[];
            tool: string | null;
            /** Format: date-time */
            updated_at: string | null;
        };
        FileCollection: {
            id: string;
            name: string;
        };
        FileDeletion: {
            deleted: boolean;
            id: string;
            /** @constant */
            object: "file_deletion";
        };
        FileFetchRequest: {
            /** @description By default where it was fetched from */
            description?: string;
            /**
             * @description The id of the entry, in any case
             * @example 1UBQ
             */
            id: string;
            /** @description Requires the scope projects:write */
            project_id?: string;
            /**
             * @description The `id` of `GET /file-sources`
             * @example pdb
             */
            source: string;
            tags?: string[];
        };
        /**
         * @example {
         *       "object": "file_link",
         *       "file_id": "file_01kjmma2g0e9dtsezyywpss2bm",
         *       "name": "lysozyme.fasta",
         *       "content_type": "text/x-fasta",
         *       "size": 187,
         *       "sha256": "9f2b1c7f7b4e7f5f0f4a2d6c8b3a1e5d7c9b0a8f6e4d2c1b3a5f7e9d8c6b4a20",
         *       "url": "https://rotamer.example.org/blobs/files/ws_1/file_01kjmma2g0e9dtsezyywpss2bm/content?exp=1772367300&sig=x",
         *       "expires_at": "2026-03-01T12:15:00.000Z"
         *     }
         */
        FileLink: {
            content_type: string;
            /** Format: date-time */
            expires_at: string;
            file_id: string;
            /** @description Name under which the file is saved: its original name */
            name: string;
            /** @constant */
            object: "file_link";
            /** @description SHA-256 of the bytes, in hex */
            sha256: string;
            /**
             * Format: int64
             * @description Size in bytes
             */
            size: number;
            /** Format: uri */
            url: string;
        };
        FileList: {
            data: components["schemas"]["File"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /** @enum {string} */
        FileOrigin: "UPLOAD" | "JOB_OUTPUT" | "JOB_INPUT" | "IMPORT";
        FileReference: {
            file_id: string;
            /** @constant */
            type: "file";
        };
        FileSource: {
            /** @description A saved file of the workspace. Accepted as `fileId` too */
            file_id?: string;
            fileMimeType?: string;
            fileName?: string;
            fileNames?: string[];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file";
        };
        FileUpdateRequest: {
            /** @description Null removes it */
            description?: string | null;
            /** @description The new `original_name`; `filename` follows it */
            name?: string;
            /** @description In place of all tags */
            tags?: string[];
        };
        FileUpload: {
            /** @description Comma-separated, or a JSON array of strings; each collection must exist */
            collection_ids?: string;
            description?: string;
            /**
             * Format: binary
             * @description At most 50 MiB; the parts can be in any order
             */
            file: string;
            /** @description Requires the scope projects:write */
            project_id?: string;
            /** @description Comma-separated, or a JSON array of strings */
            tags?: string;
        };
        FixedQuoteBilling: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            mode: "fixed";
        };
        /** @enum {string} */
        GetBatchArchiveCompression: "none" | "zstd";
        InputMsa: {
            content: string;
            fileName?: string;
            format?: string;
        };
        InputSource: components["schemas"]["TextSource"] | components["schemas"]["FileSource"] | components["schemas"]["DatabaseSource"];
        /**
         * @example {
         *       "id": "inv_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "invitation",
         *       "email": "bob@example.org",
         *       "role": "member",
         *       "state": "open",
         *       "invited_by": "usr_01kjmma2g0e9dtsezyywpss2bm",
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "sent_at": "2026-03-01T12:00:00.000Z",
         *       "expires_at": "2026-03-08T12:00:00.000Z"
         *     }
         */
        Invitation: {
            /** Format: date-time */
            created_at: string;
            email: string;
            /** Format: date-time */
            expires_at: string;
            id: string;
            /** @description The user who invites */
            invited_by: string;
            /** @constant */
            object: "invitation";
            role: components["schemas"]["InvitationRole"];
            /** Format: date-time */
            sent_at: string;
            state: components["schemas"]["InvitationState"];
        };
        InvitationList: {
            data: components["schemas"]["Invitation"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /**
         * @example {
         *       "email": "bob@example.org",
         *       "role": "member"
         *     }
         */
        InvitationRequest: {
            email: string;
            /** @description Default 7 */
            expires_in_days?: number;
            /** @description Only owners invite owners */
            role: components["schemas"]["InvitationRequestRole"];
        };
        /** @enum {string} */
        InvitationRequestRole: "viewer" | "member" | "admin" | "owner";
        /** @enum {string} */
        InvitationRole: "viewer" | "member" | "admin" | "owner";
        /** @enum {string} */
        InvitationState: "open" | "accepted" | "withdrawn" | "expired";
        /**
         * @example {
         *       "id": "job_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "job",
         *       "project_id": null,
         *       "status": "COMPLETED",
         *       "tool": "protein-properties",
         *       "name": "Hen egg white lysozyme",
         *       "credits_used": 1,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "started_at": "2026-03-01T12:00:00.110Z",
         *       "completed_at": "2026-03-01T12:00:01.020Z",
         *       "progress": 100,
         *       "execution_time_seconds": 0.871,
         *       "error": null,
         *       "billing": {
         *         "mode": "fixed",
         *         "reserved_credits": 1,
         *         "final_credits": 1,
         *         "rate_credits_per_minute": null,
         *         "billable_runtime_seconds": null,
         *         "outcome": "charged",
         *         "finalized_at": "2026-03-01T12:00:01.040Z",
         *         "refund_credits": 0,
         *         "refund_credits_applied_to_team": 0,
         *         "refund_deferred_to_workflow_run": false
         *       }
         *     }
         */
        Job: {
            billing?: components["schemas"]["JobBilling"];
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: double
             * @description 0 until the charge is final
             */
            credits_used: number;
            /** @description The release of a dataset that the job pins */
            dataset?: components["schemas"]["JobDataset"];
            /** @description Why the job failed, or why it is waiting */
            error: string | null;
            /** @description Run time of the last attempt */
            execution_time_seconds: number | null;
            /** @description Ids sort by creation time */
            id: string;
            /** @description Labels of the job; absent without one */
            labels?: {
                [key: string]: string;
            };
            name: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            object: "job";
            /** @description Progress in percent; null while unknown */
            progress: number | null;
            project_id: string | null;
            /** Format: date-time */
            started_at: string | null;
            status: components["schemas"]["JobStatus"];
            tool: string;
        };
        JobBilling: {
            billable_runtime_seconds: number | null;
            /**
             * Format: double
             * @description Credits charged
             */
            final_credits: number | null;
            /** Format: date-time */
            finalized_at: string | null;
            mode: components["schemas"]["BillingMode"];
            /** @description `charged`, `refunded` (ended without a charge) or `released` (cancelled before it started) */
            outcome: string | null;
            /** Format: double */
            rate_credits_per_minute: number | null;
            /**
             * Format: double
             * @description Credits reserved but not charged
             */
            refund_credits: number | null;
            /**
             * Format: double
             * @description Part of the refund already returned to the workspace
             */
            refund_credits_applied_to_team: number | null;
            refund_deferred_to_workflow_run: boolean | null;
            /**
             * Format: double
             * @description Credits reserved, including extensions
             */
            reserved_credits: number | null;
        };
        JobBillingCap: {
            /** @description Cap on the total reservation of a metered job. Accepted as `maxReservedCredits` too */
            max_reserved_credits?: number;
        };
        JobBulk: {
            /** @description Newest first */
            data: components["schemas"]["JobBulkItem"][];
            done: number;
            dry_run: boolean;
            /** @description More jobs may match: repeat the request with `next_cursor` */
            has_more: boolean;
            next_cursor: string | null;
            /** @constant */
            object: "job_bulk";
            skipped: number;
            /** @description Code of the error that would have refused the rest, such as insufficient_credits */
            stopped_by: string | null;
            workspace_id: string;
        };
        JobBulkItem: {
            /** @description Code of the error that left the job as it was */
            code: string | null;
            id: string;
            message: string | null;
            /** @description The job that repeats it */
            new_job_id: string | null;
            /** @description `matched`: a dry run; `skipped`: see `code` */
            outcome: components["schemas"]["JobBulkItemOutcome"];
        };
        /** @enum {string} */
        JobBulkItemOutcome: "matched" | "done" | "skipped";
        /**
         * @example {
         *       "filter": {
         *         "label": "plate=7"
         *       },
         *       "dry_run": true
         *     }
         */
        JobBulkRequest: {
            /** @description Returns the jobs that match, and changes nothing */
            dry_run?: boolean;
            /** @description The filters of `GET /jobs`, at least one */
            filter: components["schemas"]["JobBulkRequestFilter"];
            /** @description Most jobs of this request; default: 1000 */
            limit?: number;
            /** @description `next_cursor` of the previous response */
            starting_after?: string;
        };
        JobBulkRequestFilter: {
            /** @description Created at this time or later: a day or a time in UTC, ending in Z */
            created_after?: string;
            /** @description Created before this time */
            created_before?: string;
            /** @description `me`, the id of a user, or the id of an API key that you may see */
            created_by?: string;
            /**
             * @description `key=value`, or several separated by commas: only jobs with all of these labels. The parameter of a query may also be repeated
             * @example plate=7
             */
            label?: string;
            /** @description Part of the name, in any case */
            name?: string;
            project_id?: string;
            /** @description Only jobs of this workflow run or batch */
            run_id?: string;
            /**
             * @description One or several statuses, separated by commas
             * @example FAILED,TIMEOUT
             */
            status?: string;
            /** @description Id of the tool */
            tool?: string;
            /** @description Only jobs without a project; cannot be combined with `project_id` */
            unassigned?: boolean;
        };
        JobCancellation: {
            job: components["schemas"]["Job"];
            /** @constant */
            object: "job_cancellation";
            /** @description Whether the whole reservation was refunded */
            refunded: boolean;
        };
        JobDataset: {
            id: string;
            release: string;
            sha256: string;
        };
        /**
         * @example {
         *       "id": "job_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "job",
         *       "project_id": null,
         *       "status": "COMPLETED",
         *       "tool": "protein-properties",
         *       "name": "Hen egg white lysozyme",
         *       "credits_used": 1,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "started_at": "2026-03-01T12:00:00.110Z",
         *       "completed_at": "2026-03-01T12:00:01.020Z",
         *       "progress": 100,
         *       "execution_time_seconds": 0.871,
         *       "error": null,
         *       "billing": {
         *         "mode": "fixed",
         *         "reserved_credits": 1,
         *         "final_credits": 1,
         *         "rate_credits_per_minute": null,
         *         "billable_runtime_seconds": null,
         *         "outcome": "charged",
         *         "finalized_at": "2026-03-01T12:00:01.040Z",
         *         "refund_credits": 0,
         *         "refund_credits_applied_to_team": 0,
         *         "refund_deferred_to_workflow_run": false
         *       },
         *       "tool_version": "1.0.0",
         *       "tool_name": "Protein properties",
         *       "submitted_by": {
         *         "user_id": "usr_01kjmma2g0e9dtsezyywpss2bm",
         *         "name": "Ada",
         *         "email": "ada@example.org"
         *       },
         *       "run_id": null,
         *       "rerun_of": null,
         *       "settings": {
         *         "by_chain": false
         *       },
         *       "given_settings": {},
         *       "inputs": [
         *         {
         *           "id": "lysozyme",
         *           "slot_id": "sequences",
         *           "kind": "protein",
         *           "format": "FASTA",
         *           "label": null,
         *           "name": null,
         *           "size": 141,
         *           "sha256": "b2d6c2b1c8a7d6b9a7c9e21f7f0b7e7c6a8d9c0e4b5f60718293a4b5c6d7e8f9",
         *           "file_id": null,
         *           "from_job_id": null,
         *           "records": null,
         *           "copies": null
         *         }
         *       ],
         *       "attempts": [
         *         {
         *           "number": 1,
         *           "claimed_at": "2026-03-01T12:00:00.100Z",
         *           "started_at": "2026-03-01T12:00:00.110Z",
         *           "ended_at": "2026-03-01T12:00:01.020Z",
         *           "outcome": "COMPLETED",
         *           "error": null,
         *           "programs": [],
         *           "commands": [],
         *           "commands_left_out": 0,
         *           "log_bytes": null
         *         }
         *       ],
         *       "price": {
         *         "held_credits": 0,
         *         "charged_credits": 1,
         *         "cap_credits": 1
         *       },
         *       "cancel_at": null,
         *       "stop_requested_at": null
         *     }
         */
        JobDetails: {
            /** @description The last 20, oldest first; the current one is the last */
            attempts: components["schemas"]["JobDetailsAttempt"][];
            billing?: components["schemas"]["JobBilling"];
            /** Format: date-time */
            cancel_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: double
             * @description 0 until the charge is final
             */
            credits_used: number;
            /** @description The release of a dataset that the job pins */
            dataset?: components["schemas"]["JobDetailsDataset"];
            /** @description Why the job failed, or why it is waiting */
            error: string | null;
            /** @description Run time of the last attempt */
            execution_time_seconds: number | null;
            /** @description As submitted; null where that was not recorded */
            given_settings: {
                [key: string]: unknown;
            } | null;
            /** @description Ids sort by creation time */
            id: string;
            inputs: components["schemas"]["JobDetailsInput"][];
            /** @description Labels of the job; absent without one */
            labels?: {
                [key: string]: string;
            };
            name: string | null;
            /** @constant */
            object: "job";
            price: components["schemas"]["JobDetailsPrice"];
            /** @description Progress in percent; null while unknown */
            progress: number | null;
            project_id: string | null;
            /** @description Absent once the job runs or has ended */
            queue?: components["schemas"]["JobDetailsQueue"];
            /** @description The job that this job repeats */
            rerun_of: string | null;
            /** @description The workflow run or batch that owns the job */
            run_id: string | null;
            /** @description With all defaults filled in */
            settings: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            started_at: string | null;
            status: components["schemas"]["JobDetailsStatus"];
            /**
             * Format: date-time
             * @description When the running job was stopped. It ends within seconds and keeps its results so far
             */
            stop_requested_at: string | null;
            submitted_by: components["schemas"]["JobDetailsSubmittedBy"];
            tool: string;
            tool_name: string;
            tool_version: string;
        };
        JobDetailsAttempt: {
            /** Format: date-time */
            claimed_at: string | null;
            /** @description The first 100 different command lines, in the order of their first runs */
            commands: components["schemas"]["JobDetailsAttemptCommand"][];
            /** @description Runs that `commands` lacks */
            commands_left_out: number;
            /** Format: date-time */
            ended_at: string | null;
            error: string | null;
            /** @description Of the whole log; null without a log */
            log_bytes: number | null;
            number: number;
            /** @description A status that ended the job; `LOST`: the runner or its machine failed; `RELEASED`: the runner was shut down; null while it runs */
            outcome: components["schemas"]["JobDetailsAttemptOutcome"] | null;
            /** @description The programs that ran; empty for a tool without programs */
            programs: components["schemas"]["JobDetailsAttemptProgram"][];
            /** Format: date-time */
            started_at: string | null;
        };
        JobDetailsAttemptCommand: {
            /** @description The program and its arguments, as they ran; paths are relative to the folder of the job */
            argv: string[];
            /** @description Of the last run; null while it runs, and after a signal */
            exit_code: number | null;
            /** @description How often exactly this line ran */
            runs: number;
            /** @description Wall time of all its runs */
            seconds: number;
        };
        /** @enum {string} */
        JobDetailsAttemptOutcome: "PENDING" | "QUEUED" | "PROCESSING" | "RETRY" | "COMPLETED" | "FAILED" | "TIMEOUT" | "CANCELLED" | "BUDGET_EXCEEDED" | "LOST" | "RELEASED";
        JobDetailsAttemptProgram: {
            name: string;
            /** @description As the program prints it; null when it prints none */
            version: string | null;
        };
        JobDetailsDataset: {
            id: string;
            release: string;
            sha256: string;
        };
        JobDetailsInput: {
            copies: number | null;
            /** @description The saved file */
            file_id: string | null;
            format: string;
            /** @description The job that made the input, in a workflow run */
            from_job_id: string | null;
            id: string;
            kind: string;
            label: string | null;
            /** @description Name of the file; null for a text */
            name: string | null;
            /** @description Records in the file, where they were counted */
            records: number | null;
            /** @description Of these bytes, in hex */
            sha256: string;
            /**
             * Format: int64
             * @description Bytes, of a text in UTF-8
             */
            size: number;
            slot_id: string;
        };
        JobDetailsPrice: {
            /**
             * Format: double
             * @description The most that the job may cost; 0 for a free tool
             */
            cap_credits: number;
            /**
             * Format: double
             * @description Null until the charge is final
             */
            charged_credits: number | null;
            /**
             * Format: double
             * @description Reserved now; 0 once the charge is final
             */
            held_credits: number;
        };
        JobDetailsQueue: {
            /** @description Other waiting jobs of the tool in all workspaces; at most 1,000 are counted */
            jobs_ahead: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** @description Those of the workspace that were submitted earlier */
            own_jobs_ahead: number;
            waiting_reason: string;
        };
        /** @enum {string} */
        JobDetailsStatus: "PENDING" | "QUEUED" | "PROCESSING" | "RETRY" | "COMPLETED" | "FAILED" | "TIMEOUT" | "CANCELLED" | "BUDGET_EXCEEDED";
        JobDetailsSubmittedBy: {
            /** @description Null without the scope `workspace:read` */
            email: string | null;
            /** @description The API key that submitted the job; absent for a session */
            key?: components["schemas"]["JobDetailsSubmittedByKey"];
            /** @description Display name of the user */
            name: string | null;
            user_id: string;
        };
        JobDetailsSubmittedByKey: {
            id: string;
            name: string;
        };
        /**
         * @example {
         *       "event": "ping",
         *       "data": "{\"timestamp\":\"2026-03-01T12:00:15.000Z\"}"
         *     }
         */
        JobEvent: {
            /** @description A Job, `{timestamp}` or `{message}` */
            data: string;
            event: components["schemas"]["JobEventName"];
        };
        /** @enum {string} */
        JobEventName: "status" | "terminal" | "ping" | "error";
        JobInput: {
            inputs: components["schemas"]["SubmittedInput"][];
        };
        JobList: {
            data: components["schemas"]["Job"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /**
         * @example {
         *       "object": "job_quote",
         *       "tool": "conformer-generation",
         *       "estimated_credits": 6,
         *       "available_credits": 3.5,
         *       "billable_credits": 6,
         *       "blocking_errors": [
         *         {
         *           "code": "insufficient_credits",
         *           "message": "The job needs 6 credits; the workspace has 3.5 available.",
         *           "details": {
         *             "required_credits": 6,
         *             "available_credits": 3.5
         *           }
         *         }
         *       ],
         *       "limits": {
         *         "active_concurrent_jobs": 2,
         *         "max_concurrent_jobs": 10,
         *         "daily_limit_used": 7,
         *         "daily_limit_max": 500
         *       },
         *       "queue": {
         *         "expected_seconds": 120,
         *         "jobs_ahead": 3,
         *         "waiting_reason": null
         *       },
         *       "billing": {
         *         "mode": "metered_runtime",
         *         "reserved_credits": 6,
         *         "estimated_credits": 6,
         *         "rate_credits_per_minute": 3,
         *         "max_billable_runtime_seconds": 120
         *       }
         *     }
         */
        JobQuote: {
            /** Format: double */
            available_credits: number;
            /** Format: double */
            billable_credits: number;
            billing: components["schemas"]["QuoteBilling"];
            blocking_errors: components["schemas"]["BlockingError"][];
            /** @description The budgets of the workspace, of you and of your key that would bound the job */
            budgets?: components["schemas"]["JobQuoteBudget"][];
            /** Format: double */
            estimated_credits: number;
            limits: components["schemas"]["JobQuoteLimits"];
            /** @constant */
            object: "job_quote";
            queue?: components["schemas"]["JobQuoteQueue"];
            tool: string;
        };
        JobQuoteBudget: {
            /** Format: double */
            cap_credits: number;
            id: string;
            /**
             * Format: double
             * @description Below 0 after the cap was lowered
             */
            left_credits: number;
            period: components["schemas"]["JobQuoteBudgetPeriod"];
            /** Format: date-time */
            period_end: string | null;
            /** @description It has less left than the job reserves first */
            refuses: boolean;
            scope: components["schemas"]["JobQuoteBudgetScope"];
            subject_id: string;
        };
        /** @enum {string} */
        JobQuoteBudgetPeriod: "day" | "month" | "total";
        /** @enum {string} */
        JobQuoteBudgetScope: "workspace" | "project" | "member" | "key";
        JobQuoteLimits: {
            active_concurrent_jobs: number;
            daily_limit_max: number | null;
            daily_limit_used: number | null;
            max_concurrent_jobs: number;
        };
        JobQuoteQueue: {
            /** @description Run time that the tool expects; null where it does not estimate it */
            expected_seconds: number | null;
            /** @description Waiting jobs of the tool in all workspaces; at most 1,000 are counted. Runners take turns between workspaces */
            jobs_ahead: number;
            /** @description Why the job would wait: no runner offers its tool, or holds its dataset */
            waiting_reason: string | null;
        };
        /**
         * @example {
         *       "tool": "protein-properties",
         *       "input": {
         *         "inputs": [
         *           {
         *             "id": "lysozyme",
         *             "slotId": "sequences",
         *             "kind": "protein",
         *             "format": "FASTA",
         *             "source": {
         *               "type": "text"
         *             },
         *             "content": ">lysozyme\nKVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQATNRNTDGSTDYGILQINS"
         *           }
         *         ]
         *       }
         *     }
         */
        JobQuoteRequest: {
            billing?: components["schemas"]["JobBillingCap"];
            input: components["schemas"]["JobInput"];
            /** @description Must match `settings` of `GET /tools/{toolId}`; at most 64 KiB */
            settings?: {
                [key: string]: unknown;
            };
            tool: string;
        };
        /**
         * @example {
         *       "name": "Hen egg white lysozyme",
         *       "tool": "protein-properties",
         *       "input": {
         *         "inputs": [
         *           {
         *             "id": "lysozyme",
         *             "slotId": "sequences",
         *             "kind": "protein",
         *             "format": "FASTA",
         *             "source": {
         *               "type": "text"
         *             },
         *             "content": ">lysozyme\nKVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQATNRNTDGSTDYGILQINS"
         *           }
         *         ]
         *       },
         *       "max_quoted_credits": 2
         *     }
         */
        JobRequest: {
            billing?: components["schemas"]["JobBillingCap"];
            input: components["schemas"]["JobInput"];
            /**
             * Format: int64
             * @description Cap on the fixed charge, or on the first reservation of a metered job
             */
            max_quoted_credits?: number;
            name: string;
            /** @description A non-null value requires the scope projects:write */
            project_id?: string | null;
            /** @description Must match `settings` of `GET /tools/{toolId}`; at most 64 KiB */
            settings?: {
                [key: string]: unknown;
            };
            tool: string;
        };
        /**
         * @example {}
         * @example {
         *       "settings": {
         *         "by_chain": null
         *       }
         *     }
         */
        JobRerunQuoteRequest: {
            billing?: components["schemas"]["JobBillingCap"];
            /** @description `newest`: the newest release of the dataset that the job searches; default: the release that it pins */
            dataset_release?: components["schemas"]["JobRerunQuoteRequestDatasetRelease"];
            /** @description Values that replace settings of the job; null stands for the default of the tool; at most 64 KiB */
            settings?: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        JobRerunQuoteRequestDatasetRelease: "same" | "newest";
        /**
         * @example {
         *       "max_quoted_credits": 2
         *     }
         */
        JobRerunRequest: {
            billing?: components["schemas"]["JobBillingCap"];
            /** @description `newest`: the newest release of the dataset that the job searches; default: the release that it pins */
            dataset_release?: components["schemas"]["JobRerunRequestDatasetRelease"];
            /**
             * Format: int64
             * @description Cap on the fixed charge, or on the first reservation of a metered job
             */
            max_quoted_credits?: number;
            /** @description Default: the name of the job */
            name?: string;
            /** @description Default: no project. A non-null value requires the scope projects:write */
            project_id?: string | null;
            /** @description Values that replace settings of the job; null stands for the default of the tool; at most 64 KiB */
            settings?: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        JobRerunRequestDatasetRelease: "same" | "newest";
        /**
         * @example {
         *       "object": "job_result",
         *       "job_id": "job_01kjmma2g0e9dtsezyywpss2bm",
         *       "tool": "protein-properties",
         *       "status": "COMPLETED",
         *       "completed_at": "2026-03-01T12:00:01.020Z",
         *       "data_source": "result-manifest-v2",
         *       "files": [
         *         {
         *           "key": "itm_01kjmmabcde9dtsezyywpss2bm",
         *           "name": "properties.tsv",
         *           "output_port_id": "properties_table",
         *           "order": 0,
         *           "rank": null,
         *           "source_input_ids": [
         *             "lysozyme"
         *           ],
         *           "format": "TSV",
         *           "size": 325,
         *           "content_type": "text/tab-separated-values",
         *           "sha256": "595f5bbf3a65259305c9e087e82cce61e749a07153cb382f5321ccde1d027564",
         *           "url": "https://rotamer.example/blobs/artifacts/properties.tsv?exp=1772366400&sig=x"
         *         }
         *       ],
         *       "results": [
         *         {
         *           "id": "itm_01kjmmabcee9dtsezyywpss2bm",
         *           "output_port_id": "properties",
         *           "order": 0,
         *           "rank": null,
         *           "file_name": null,
         *           "source_input_ids": [
         *             "lysozyme"
         *           ],
         *           "format": "JSON",
         *           "value": {
         *             "id": "lysozyme",
         *             "length": 129,
         *             "molecular_weight": 14313.1
         *           }
         *         }
         *       ]
         *     }
         */
        JobResult: {
            /** Format: date-time */
            completed_at: string | null;
            /** @constant */
            data_source: "result-manifest-v2";
            files: components["schemas"]["JobResultFile"][];
            job_id: string;
            /** @constant */
            object: "job_result";
            results: components["schemas"]["JobResultStructuredItem"][];
            status: components["schemas"]["JobStatus"];
            tool: string;
        };
        JobResultFile: {
            content_type: string;
            format: string;
            /** @description The `itemId` for `GET /results/{jobId}/items/{itemId}` */
            key: string;
            name: string;
            /** @description Position within its output port */
            order: number;
            output_port_id: string;
            /** @description Rank, when the tool ranks its output */
            rank: number | null;
            /** @description Hex-encoded SHA-256 */
            sha256: string;
            /**
             * Format: int64
             * @description Size in bytes
             */
            size: number;
            source_input_ids: string[];
            /**
             * Format: uri
             * @description Signed download URL, valid for 15 minutes; needs no API key
             */
            url: string;
        } & {
            [key: string]: unknown;
        };
        JobResultStructuredItem: {
            /** @description The file that the row describes */
            file_name: string | null;
            format: string;
            id: string;
            order: number;
            output_port_id: string;
            /** @description Rank, when the tool ranks its output */
            rank: number | null;
            source_input_ids: string[];
            value: unknown;
        };
        JobRetry: {
            job: components["schemas"]["Job"];
            /** @constant */
            object: "job_retry";
        };
        JobShare: {
            /** @description Whether the invitation link has been opened */
            claimed: boolean;
            /** Format: date-time */
            claimed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: email
             * @description Normalised: trimmed and in lower case
             */
            email: string;
            id: string;
            invitee_name: string | null;
            /** @constant */
            object: "job_share";
        };
        JobSharing: {
            /**
             * Format: date-time
             * @description From then on only the workspace views the job. Absent: sharing does not end by itself
             */
            expires_at?: string;
            job_id: string;
            /** @constant */
            object: "job_sharing";
            /** @description Invitations, oldest first */
            shares: components["schemas"]["JobShare"][];
            /** @description Who may view the job besides the workspace. PRIVATE: nobody. PUBLIC: anyone with the link. AUTHENTICATED: anyone with the link who signs in with an API key. INVITED: invited people */
            visibility: components["schemas"]["Visibility"];
        };
        /**
         * @example {
         *       "visibility": "INVITED",
         *       "add_invites": [
         *         "ada@example.org"
         *       ]
         *     }
         */
        JobSharingRequest: {
            /** @description E-mail addresses to invite; the job must be INVITED, or be set to INVITED by this request. Accepted as `addInvites` too */
            add_invites?: string[];
            /**
             * Format: date-time
             * @description When sharing ends by itself, in the future; null: never. Absent: unchanged, and never once the job is PRIVATE
             */
            expires_at?: string | null;
            /** @description E-mail addresses to remove. Accepted as `removeInvites` too */
            remove_invites?: string[];
            /** @description Who may view the job besides the workspace. PRIVATE: nobody. PUBLIC: anyone with the link. AUTHENTICATED: anyone with the link who signs in with an API key. INVITED: invited people */
            visibility?: components["schemas"]["Visibility"];
        };
        /** @enum {string} */
        JobStatus: "PENDING" | "QUEUED" | "PROCESSING" | "RETRY" | "COMPLETED" | "FAILED" | "TIMEOUT" | "CANCELLED" | "BUDGET_EXCEEDED";
        JobStop: {
            job: components["schemas"]["Job"];
            /** @constant */
            object: "job_stop";
        };
        /**
         * @example {
         *       "labels": {
         *         "plate": "7",
         *         "draft": null
         *       }
         *     }
         */
        JobUpdateRequest: {
            /** @description Labels to set; null removes one. Others stay. A job has at most 16 */
            labels?: {
                [key: string]: string | null;
            };
            name?: string;
        };
        /** @enum {string} */
        ListBatchRowsFormat: "json" | "csv" | "jsonl";
        /** @enum {string} */
        ListSessionsOf: "me" | "workspace";
        /** @enum {string} */
        ListTransfersFormat: "json" | "csv";
        /**
         * @example {
         *       "id": "usr_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "member",
         *       "email": "ada@example.org",
         *       "name": "Ada",
         *       "role": "admin",
         *       "joined_at": "2026-03-01T12:00:00.000Z"
         *     }
         */
        Member: {
            email: string;
            /** @description The id of the user, the same in every workspace */
            id: string;
            /** Format: date-time */
            joined_at: string | null;
            /** @description The display name that the user chose */
            name: string | null;
            /** @constant */
            object: "member";
            role: components["schemas"]["MemberRole"];
        };
        MemberList: {
            data: components["schemas"]["Member"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /**
         * @example {
         *       "object": "member_removal",
         *       "id": "usr_01kjmma2g0e9dtsezyywpss2bm",
         *       "removed": true,
         *       "revoked_keys": 2
         *     }
         */
        MemberRemoval: {
            id: string;
            /** @constant */
            object: "member_removal";
            removed: boolean;
            /** @description How many API keys of the member were revoked */
            revoked_keys: number;
        };
        /** @enum {string} */
        MemberRole: "viewer" | "member" | "admin" | "owner";
        /**
         * @example {
         *       "role": "admin"
         *     }
         */
        MemberUpdateRequest: {
            /** @description Your own display name; null or empty removes it */
            name?: string | null;
            /** @description Admins change roles; only owners make owners or change the role of one */
            role?: components["schemas"]["MemberUpdateRequestRole"];
        };
        /** @enum {string} */
        MemberUpdateRequestRole: "viewer" | "member" | "admin" | "owner";
        MeteredQuoteBilling: {
            /** Format: double */
            estimated_credits: number;
            /** @description What the first reservation pays for */
            max_billable_runtime_seconds: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            mode: "metered_runtime";
            /** Format: double */
            rate_credits_per_minute: number;
            /**
             * Format: double
             * @description The first reservation
             */
            reserved_credits: number;
        };
        Modification: {
            /** @description Code of the Chemical Component Dictionary */
            ccd: string;
            /** @description 1-based residue position */
            position: number;
        };
        /**
         * @example {
         *       "object": "notices",
         *       "job_ended": "requested",
         *       "run_ended": "requested",
         *       "review_waiting": "always",
         *       "budget_near": "always",
         *       "invitation": "always",
         *       "webhook_disabled": "always"
         *     }
         */
        Notices: {
            /** @description A mail when 80 % and 100 % of a budget are spent */
            budget_near: components["schemas"]["NoticesBudgetNear"];
            /** @description A mail when somebody invites you to a workspace */
            invitation: components["schemas"]["NoticesInvitation"];
            /** @description A mail when your jobs have ended; jobs that end within a few minutes are in one mail: always, only when the submission asks for it with `Prefer: notify=mail`, or never */
            job_ended: components["schemas"]["NoticesJobEnded"];
            /** @constant */
            object: "notices";
            /** @description A mail when a workflow run of yours waits for a review */
            review_waiting: components["schemas"]["NoticesReviewWaiting"];
            /** @description A mail when your workflow runs have ended: always, only when the submission asks for it with `Prefer: notify=mail`, or never */
            run_ended: components["schemas"]["NoticesRunEnded"];
            /** @description A mail when Rotamer disables a webhook endpoint of a workspace of which you are an admin or owner */
            webhook_disabled: components["schemas"]["NoticesWebhookDisabled"];
        };
        /** @enum {string} */
        NoticesBudgetNear: "always" | "never";
        /** @enum {string} */
        NoticesInvitation: "always" | "never";
        /** @enum {string} */
        NoticesJobEnded: "always" | "requested" | "never";
        /** @enum {string} */
        NoticesReviewWaiting: "always" | "never";
        /** @enum {string} */
        NoticesRunEnded: "always" | "requested" | "never";
        /**
         * @example {
         *       "job_ended": "always"
         *     }
         */
        NoticesUpdateRequest: {
            /** @description A mail when 80 % and 100 % of a budget are spent */
            budget_near?: components["schemas"]["NoticesUpdateRequestBudgetNear"];
            /** @description A mail when somebody invites you to a workspace */
            invitation?: components["schemas"]["NoticesUpdateRequestInvitation"];
            /** @description A mail when your jobs have ended; jobs that end within a few minutes are in one mail: always, only when the submission asks for it with `Prefer: notify=mail`, or never */
            job_ended?: components["schemas"]["NoticesUpdateRequestJobEnded"];
            /** @description A mail when a workflow run of yours waits for a review */
            review_waiting?: components["schemas"]["NoticesUpdateRequestReviewWaiting"];
            /** @description A mail when your workflow runs have ended: always, only when the submission asks for it with `Prefer: notify=mail`, or never */
            run_ended?: components["schemas"]["NoticesUpdateRequestRunEnded"];
            /** @description A mail when Rotamer disables a webhook endpoint of a workspace of which you are an admin or owner */
            webhook_disabled?: components["schemas"]["NoticesUpdateRequestWebhookDisabled"];
        };
        /** @enum {string} */
        NoticesUpdateRequestBudgetNear: "always" | "never";
        /** @enum {string} */
        NoticesUpdateRequestInvitation: "always" | "never";
        /** @enum {string} */
        NoticesUpdateRequestJobEnded: "always" | "requested" | "never";
        /** @enum {string} */
        NoticesUpdateRequestReviewWaiting: "always" | "never";
        /** @enum {string} */
        NoticesUpdateRequestRunEnded: "always" | "requested" | "never";
        /** @enum {string} */
        NoticesUpdateRequestWebhookDisabled: "always" | "never";
        /** @enum {string} */
        NoticesWebhookDisabled: "always" | "never";
        /** @enum {string} */
        PreviewKind: "text" | "structure" | "image" | "binary";
        /**
         * @example {
         *       "id": "proj_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "project",
         *       "name": "Lysozyme variants",
         *       "description": null,
         *       "counts": {
         *         "jobs": 12,
         *         "files": 30,
         *         "workflows": 0,
         *         "workflow_runs": 0,
         *         "studio_sessions": 0,
         *         "ai_conversations": 0
         *       },
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "updated_at": "2026-03-01T12:00:00.000Z"
         *     }
         */
        Project: {
            counts: components["schemas"]["ProjectCounts"];
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @description Ids sort by creation time */
            id: string;
            name: string;
            /** @constant */
            object: "project";
            /** Format: date-time */
            updated_at: string;
        };
        ProjectAssignment: {
            counts: components["schemas"]["ProjectCounts"];
            /** @description Saved files that moved with their jobs */
            linked_file_count: number;
            /** @constant */
            object: "project_assignment";
            target_project: components["schemas"]["ProjectReference"] | null;
        };
        /**
         * @example {
         *       "target_project_id": "proj_01kjmma2g0e9dtsezyywpss2bm",
         *       "resources": [
         *         {
         *           "type": "job",
         *           "ids": [
         *             "job_01kjmma2g0e9dtsezyywpss2bm"
         *           ]
         *         }
         *       ],
         *       "move_linked_files": true
         *     }
         */
        ProjectAssignmentRequest: {
            /**
             * @description Also moves saved files that are inputs or outputs of the moved jobs
             * @default false
             */
            move_linked_files: boolean;
            resources: components["schemas"]["ResourceGroup"][];
            /** @description null takes the resources out of their projects */
            target_project_id: string | null;
        };
        ProjectCounts: {
            ai_conversations: number;
            files: number;
            jobs: number;
            studio_sessions: number;
            workflow_runs: number;
            workflows: number;
        };
        /**
         * @example {
         *       "name": "Lysozyme variants"
         *     }
         */
        ProjectCreateRequest: {
            /** @description An empty description is the same as none */
            description?: string | null;
            name: string;
        };
        /**
         * @example {
         *       "id": "pdel_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "project_deletion",
         *       "project_id": "proj_01kjmma2g0e9dtsezyywpss2bm",
         *       "project_name": "Lysozyme variants",
         *       "mode": "unassign",
         *       "target_project_id": null,
         *       "status": "pending",
         *       "error": null,
         *       "attempt_count": 0,
         *       "next_attempt_at": "2026-03-01T12:00:00.000Z",
         *       "retryable": false,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "started_at": null,
         *       "completed_at": null,
         *       "updated_at": "2026-03-01T12:00:00.000Z"
         *     }
         */
        ProjectDeletion: {
            attempt_count: number;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Why the last attempt did not complete */
            error: string | null;
            id: string;
            /** @description What becomes of the contents. move: they go to the target project. unassign: they stay, without a project. delete_contents: they are deleted, active jobs cancelled first; requires the role admin */
            mode: components["schemas"]["ProjectDeletionMode"];
            /** Format: date-time */
            next_attempt_at: string | null;
            /** @constant */
            object: "project_deletion";
            /** @description null after the project was deleted */
            project_id: string | null;
            project_name: string;
            /** @description Whether the deletion failed and can be retried */
            retryable: boolean;
            /** Format: date-time */
            started_at: string | null;
            status: components["schemas"]["ProjectDeletionStatus"];
            target_project_id: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        /** @enum {string} */
        ProjectDeletionMode: "move" | "unassign" | "delete_contents";
        /**
         * @example {
         *       "mode": "unassign"
         *     }
         */
        ProjectDeletionRequest: {
            /** @description What becomes of the contents. move: they go to the target project. unassign: they stay, without a project. delete_contents: they are deleted, active jobs cancelled first; requires the role admin */
            mode: components["schemas"]["ProjectDeletionMode"];
            /** @description Required for the mode move, refused for the others */
            target_project_id?: string;
        };
        /** @enum {string} */
        ProjectDeletionStatus: "pending" | "processing" | "completed" | "failed";
        ProjectList: {
            data: components["schemas"]["Project"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        ProjectReference: {
            id: string;
            name: string;
        };
        /**
         * @example {
         *       "description": "Stability of variants"
         *     }
         */
        ProjectUpdateRequest: {
            /** @description An empty description is the same as none */
            description?: string | null;
            name?: string;
        };
        QuoteBilling: components["schemas"]["FixedQuoteBilling"] | components["schemas"]["MeteredQuoteBilling"];
        ReplayedJob: {
            billing?: components["schemas"]["JobBilling"];
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: double
             * @description 0 until the charge is final
             */
            credits_used: number;
            /** @description The release of a dataset that the job pins */
            dataset?: components["schemas"]["ReplayedJobDataset"];
            /** @description Why the job failed, or why it is waiting */
            error: string | null;
            /** @description Run time of the last attempt */
            execution_time_seconds: number | null;
            /** @description Ids sort by creation time */
            id: string;
            /** @description Labels of the job; absent without one */
            labels?: {
                [key: string]: string;
            };
            message: string;
            name: string | null;
            /** @constant */
            object: "job";
            /** @description Progress in percent; null while unknown */
            progress: number | null;
            project_id: string | null;
            /** Format: date-time */
            started_at: string | null;
            status: components["schemas"]["JobStatus"];
            tool: string;
        };
        ReplayedJobDataset: {
            id: string;
            release: string;
            sha256: string;
        };
        ResourceGroup: {
            ids: string[];
            type: components["schemas"]["ResourceType"];
        };
        /** @enum {string} */
        ResourceType: "job" | "file" | "workflow" | "workflow_run" | "studio_session" | "ai_conversation";
        ResultItemSaveRequest: {
            description?: string;
            /** @description By default the name in the result */
            filename?: string;
            /** @description Requires the scope projects:write */
            project_id?: string;
            tags?: string[];
        };
        /** @enum {string} */
        Scope: "jobs:read" | "jobs:write" | "files:read" | "files:write" | "projects:read" | "projects:write" | "workspace:read" | "workspace:write" | "webhooks:read" | "webhooks:write";
        /**
         * @example {
         *       "id": "ses_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "session",
         *       "user": {
         *         "id": "usr_01kjmma2g0e9dtsezyywpss2bm",
         *         "email": "ada@example.org"
         *       },
         *       "workspace_id": "ws_01kjmma2g0e9dtsezyywpss2bm",
         *       "method": "local_link",
         *       "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
         *       "address": "192.0.2.1",
         *       "current": true,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "last_used_at": "2026-03-01T12:00:00.000Z",
         *       "expires_at": "2026-03-02T00:00:00.000Z"
         *     }
         */
        Session: {
            /** @description The network address of the last use */
            address: string;
            /** Format: date-time */
            created_at: string;
            /** @description Whether this request was sent with the session */
            current: boolean;
            /** Format: date-time */
            expires_at: string;
            id: string;
            /** Format: date-time */
            last_used_at: string;
            /** @description How the person signed in */
            method: components["schemas"]["SessionMethod"];
            /** @constant */
            object: "session";
            user: components["schemas"]["SessionUser"];
            /** @description The program that signed in, as it names itself */
            user_agent: string;
            workspace_id: string;
        };
        /**
         * @example {
         *       "object": "session_end",
         *       "ended": 1
         *     }
         */
        SessionEnd: {
            /** @description How many sessions were live and have ended */
            ended: number;
            /** @constant */
            object: "session_end";
        };
        SessionList: {
            data: components["schemas"]["Session"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /** @enum {string} */
        SessionMethod: "local_link" | "mail_link" | "oidc" | "device" | "invitation";
        /**
         * @example {
         *       "workspace_id": "ws_01kjmma2g0e9dtsezyywpss2bm"
         *     }
         */
        SessionUpdateRequest: {
            /** @description The workspace of requests that name none; one of your workspaces */
            workspace_id: string;
        };
        SessionUser: {
            email: string;
            id: string;
        };
        /** @enum {string} */
        SortDirection: "asc" | "desc";
        /** @enum {string} */
        StorageOwner: "FILE_LIBRARY" | "JOB_ARTIFACT";
        SubmittedInput: {
            chainId?: string;
            /** @description Required unless `source` refers to a saved file */
            content?: string;
            /** @description Encoding of `content`; default utf8 */
            contentEncoding?: components["schemas"]["ContentEncoding"];
            copies?: number;
            cyclic?: boolean;
            /** @example FASTA */
            format: string;
            /** @example lysozyme */
            id: string;
            /** @example protein */
            kind: string;
            label?: string;
            /** @description Free-form, at most 16 KiB */
            metadata?: {
                [key: string]: unknown;
            };
            modifications?: components["schemas"]["Modification"][];
            msa?: components["schemas"]["InputMsa"];
            /** @description Input slot of the tool: `input.slots[].id` of `GET /tools/{toolId}` */
            slotId: string;
            source: components["schemas"]["InputSource"];
        };
        TextSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
        };
        Tool: {
            /** @description Whether a runner offers the tool now; if not, jobs wait as PENDING */
            available: boolean;
            category: string;
            /** @description What to cite when results of the tool are published */
            citation: components["schemas"]["ToolCitation"];
            credit_model: components["schemas"]["ToolCreditModel"];
            /** @description Only for tools that search datasets */
            dataset?: components["schemas"]["ToolDataset"];
            description: string;
            example?: components["schemas"]["JobRequest"];
            /** @example protein-properties */
            id: string;
            input: components["schemas"]["ToolInput"];
            /**
             * @description SPDX expression of the program behind the tool
             * @example Apache-2.0
             */
            license: string;
            limits: components["schemas"]["ToolLimits"];
            /** @description Streams of its programs that jobs keep as their log; absent: none is kept */
            log?: components["schemas"]["ToolLog"][];
            name: string;
            /** @constant */
            object: "tool";
            output: components["schemas"]["ToolOutput"];
            /** @description Files of a result that belong together in 3D, the most important first */
            scenes?: components["schemas"]["ToolScene"][];
            /** @description JSON Schema of the settings, with defaults */
            settings: unknown;
            subcategory: string | null;
            tags: string[];
            version: string;
        } & {
            [key: string]: unknown;
        };
        ToolCitation: {
            /** @description Further papers: always, or where `when` applies */
            also?: components["schemas"]["ToolCitationAlso"][];
            doi?: string;
            text: string;
            url?: string;
        };
        ToolCitationAlso: {
            doi?: string;
            text: string;
            url?: string;
            when?: string;
        };
        ToolColumn: {
            description?: string;
            /** @description Decimal places to show; the values themselves have all digits */
            digits?: number;
            /** @description Name of the field in `value` of each item */
            name: string;
            /** @description Heading, without the unit */
            title: string;
            /** @description JSON type of the values other than null */
            type: components["schemas"]["ToolColumnType"];
            /** @example kcal/mol */
            unit?: string;
            /** @description Values span many orders of magnitude: show two significant digits */
            wide_range?: boolean;
        };
        /** @enum {string} */
        ToolColumnType: "string" | "integer" | "number" | "boolean" | "array" | "object" | "any";
        ToolCreditModel: {
            /** Format: double */
            base_credits?: number;
            /** Format: double */
            credits_per_unit?: number;
            is_free: boolean;
            mode?: components["schemas"]["BillingMode"];
            /** Format: double */
            rate_credits_per_minute?: number;
            unit?: string;
        };
        ToolDataset: {
            kinds: string[];
            /** @description The setting that names a dataset */
            setting: string;
            /** @description The slot that takes a database of yours instead */
            slot?: string;
        };
        ToolInput: {
            slots: components["schemas"]["ToolInputSlot"][];
        } & {
            [key: string]: unknown;
        };
        ToolInputSlot: {
            acceptedFormats?: string[];
            acceptedKinds?: string[];
            capabilities: {
                [key: string]: unknown;
            };
            defaultKind?: string;
            description?: string;
            /** @description The `slotId` of an input */
            id: string;
            label: string;
            /** @description Maximum number of items in this slot */
            max?: number;
            /** @description Minimum number of items in this slot */
            min?: number;
        } & {
            [key: string]: unknown;
        };
        ToolLimits: {
            cpu_cores: number;
            memory_mib: number;
            output_mib: number;
            /** @description Maximum run time in seconds */
            wall_seconds: number;
        };
        ToolList: {
            data: components["schemas"]["ToolSummary"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /** @enum {string} */
        ToolLog: "stdout" | "stderr";
        ToolOutput: {
            ports: components["schemas"]["ToolOutputPort"][];
        };
        ToolOutputPort: {
            /** @description Columns of a port of items, in the order in which to show them */
            columns?: components["schemas"]["ToolColumn"][];
            content_type: string;
            format: string;
            /** @description The `output_port_id` of results */
            id: string;
            kind: string | null;
            label: string;
            required: boolean;
            /** @description JSON Schema of one structured item */
            schema?: unknown;
            type: components["schemas"]["ToolOutputType"];
            /** @description Why repeating the request may give other bytes; absent if it gives the same bytes */
            varies?: string;
        };
        /** @enum {string} */
        ToolOutputType: "file" | "items";
        ToolScene: {
            /** @description Output ports of boxes: JSON with `center` and `size` in Å */
            boxes?: string[];
            id: string;
            label: string;
            /** @description There is a scene for each file of the first part. Other files belong to it when the first number in their names is the same */
            parts: components["schemas"]["ToolScenePart"][];
            /** @description The rows that say, by a number in the field, that the B factors of a structure are pLDDT */
            plddt?: components["schemas"]["ToolScenePlddt"];
            /** @description The rows that describe the steps of the scene */
            rows?: components["schemas"]["ToolSceneRows"];
            /** @description The rows whose values colour the residues */
            values?: components["schemas"]["ToolSceneValues"];
        };
        ToolScenePart: {
            /** @description The first file of the port belongs to every scene */
            files?: components["schemas"]["ToolScenePartFiles"];
            look: components["schemas"]["ToolScenePartLook"];
            /** @description The part of each file that is left out */
            omit?: components["schemas"]["ToolScenePartOmit"];
            /** @description Output ports of structures; the first that has files is used. Empty for a part with `slot` */
            ports: string[];
            /** @description Input slot whose inputs are shown */
            slot?: string;
            /** @description Models of the file are shown one after the other */
            steps?: boolean;
        };
        /** @enum {string} */
        ToolScenePartFiles: "any";
        /** @enum {string} */
        ToolScenePartLook: "receptor" | "ligand" | "chains" | "b_factor" | "structure";
        /** @enum {string} */
        ToolScenePartOmit: "last_residue";
        ToolScenePlddt: {
            field: string;
            port: string;
        };
        ToolSceneRows: {
            /** @description Fields that describe a step */
            caption: string[];
            /** @description Field with the number of the model, counted from 1 */
            model?: string;
            /** @description Field with the number in the names of the files */
            number?: string;
            port: string;
        };
        ToolSceneValues: {
            field: string;
            port: string;
        };
        ToolSummary: {
            category: string;
            credit_model: components["schemas"]["ToolSummaryCreditModel"];
            description: string;
            /** @example protein-properties */
            id: string;
            name: string;
            /** @constant */
            object: "tool";
            tags: string[];
        };
        ToolSummaryCreditModel: {
            is_free: boolean;
        };
        /**
         * @example {
         *       "id": "48213",
         *       "object": "transfer",
         *       "kind": "post",
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "balance_change": -2.5,
         *       "held_change": -2.5,
         *       "hold_id": "0b8f3c1e-6a52-4d0c-9d39-6f8f0f5c2f57",
         *       "grant_id": null,
         *       "job_id": "job_01kjmma2g0e9dtsezyywpss2bm",
         *       "run_id": null,
         *       "tool": "protein-properties",
         *       "project_id": null,
         *       "user_id": "usr_01kjmma2g0e9dtsezyywpss2bm",
         *       "key_id": "a8f3k2m9"
         *     }
         */
        Transfer: {
            /** @description Credits that the workspace owns more, or fewer, after it */
            balance_change: number;
            /** Format: date-time */
            created_at: string;
            grant_id: string | null;
            /** @description Credits that are reserved more, or fewer, after it. Available is what is owned and not reserved */
            held_change: number;
            /** @description The transfers of one hold belong together */
            hold_id: string | null;
            id: string;
            /** @description null for grants, and for holds that were placed before billing recorded what they are for */
            job_id: string | null;
            /** @description The public id of the key or session */
            key_id: string | null;
            /** @description grant: credits were added. hold, extend: credits were reserved for a job. post: a job was charged. refund, void: what was reserved and not charged is available again */
            kind: components["schemas"]["TransferKind"];
            /** @constant */
            object: "transfer";
            /** @description The project of the submission */
            project_id: string | null;
            /** @description The workflow run to which the job belongs */
            run_id: string | null;
            tool: string | null;
            user_id: string | null;
        };
        /** @enum {string} */
        TransferKind: "grant" | "hold" | "extend" | "post" | "refund" | "void";
        TransferList: {
            data: components["schemas"]["Transfer"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /**
         * @example {
         *       "id": "1-28",
         *       "event": "log",
         *       "data": "{\"attempt\":1,\"text\":\"$ iqtree2 -s in.afa -m LG+G4\\n\"}"
         *     }
         */
        undefined: {
            /** @description A JobLogPart, `{attempt}`, `{timestamp}` or `{message}` */
            data: string;
            event: components["schemas"]["undefinedEvent"];
            /** @description The place in the log. Send it as `Last-Event-ID` to go on after it */
            id: string;
        };
        /** @enum {string} */
        undefinedEvent: "log" | "ended" | "ping" | "error";
        /**
         * @example {
         *       "object": "usage",
         *       "from": "2026-03-01T00:00:00.000Z",
         *       "to": "2026-04-01T00:00:00.000Z",
         *       "group_by": [
         *         "tool"
         *       ],
         *       "scope": "workspace",
         *       "total": {
         *         "credits": 12.5,
         *         "charges": 5,
         *         "display": {
         *           "amount": 1.25,
         *           "unit": "€"
         *         }
         *       },
         *       "data": [
         *         {
         *           "tool": "protein-properties",
         *           "credits": 12.5,
         *           "charges": 5,
         *           "display": {
         *             "amount": 1.25,
         *             "unit": "€"
         *           }
         *         }
         *       ]
         *     }
         */
        Usage: {
            /** @description Largest sums first */
            data: components["schemas"]["UsageData"][];
            /** Format: date-time */
            from: string;
            group_by: components["schemas"]["UsageGroupBy"][];
            /** @constant */
            object: "usage";
            /** @description own: members below admin see only their own charges */
            scope: components["schemas"]["UsageScope"];
            /** Format: date-time */
            to: string;
            total: components["schemas"]["UsageTotal"];
        };
        UsageData: {
            /** @description How many holds of jobs were charged */
            charges: number;
            /**
             * Format: double
             * @description Credits charged
             */
            credits: number;
            /**
             * Format: date
             * @description In UTC
             */
            day?: string;
            /** @description The credits in the unit of the workspace, rounded to six decimals; null without such a unit */
            display: components["schemas"]["UsageDataDisplay"] | null;
            /** @description The key or session, by its public id; null for charges that have none, or from before billing recorded it */
            key?: components["schemas"]["UsageDataKey"] | null;
            /** @description The user, also a former member; null for charges that have none, or from before billing recorded it */
            member?: components["schemas"]["UsageDataMember"] | null;
            /** @description The project of the submission, also a deleted one; null for charges that have none, or from before billing recorded it */
            project?: components["schemas"]["UsageDataProject"] | null;
            tool?: string | null;
        };
        UsageDataDisplay: {
            amount: number;
            unit: string;
        };
        UsageDataKey: {
            id: string;
            /** @description Of a key, also of a revoked one; null for a session */
            name: string | null;
        };
        UsageDataMember: {
            email: string | null;
            id: string;
        };
        UsageDataProject: {
            deleted: boolean;
            id: string;
            name: string | null;
        };
        /** @enum {string} */
        UsageGroupBy: "tool" | "project" | "member" | "key" | "day";
        /** @enum {string} */
        UsageScope: "workspace" | "own";
        UsageTotal: {
            /** @description How many holds of jobs were charged */
            charges: number;
            /**
             * Format: double
             * @description Credits charged
             */
            credits: number;
            /** @description The credits in the unit of the workspace, rounded to six decimals; null without such a unit */
            display: components["schemas"]["UsageTotalDisplay"] | null;
        };
        UsageTotalDisplay: {
            amount: number;
            unit: string;
        };
        /** @enum {string} */
        Visibility: "PRIVATE" | "PUBLIC" | "AUTHENTICATED" | "INVITED";
        /**
         * @example {
         *       "number": 1,
         *       "at": "2026-03-01T12:00:00.000Z",
         *       "duration_ms": 84,
         *       "response_status": 204,
         *       "error": null,
         *       "response_body": ""
         *     }
         */
        WebhookAttempt: {
            /** Format: date-time */
            at: string;
            duration_ms: number;
            /** @description Why there was no answer, such as `timeout` or `address_refused` */
            error: string | null;
            /** @description From 1; a number is missing when a process of Rotamer ended during the attempt */
            number: number;
            /** @description The first 4 KiB of the answer */
            response_body: string | null;
            /** @description HTTP status; null: there was no answer */
            response_status: number | null;
        };
        /**
         * @example {
         *       "id": "whd_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "webhook_delivery",
         *       "endpoint_id": "whe_01kjmma2g0e9dtsezyywpss2bm",
         *       "event_id": "evt_01kjmma2g0e9dtsezyywpss2bm",
         *       "event_type": "job.completed",
         *       "resource_id": "job_01kjmma2g0e9dtsezyywpss2bm",
         *       "status": "delivered",
         *       "attempt_count": 1,
         *       "next_attempt_at": null,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "ended_at": "2026-03-01T12:00:01.000Z"
         *     }
         */
        WebhookDelivery: {
            /** @description Attempts that were begun */
            attempt_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            ended_at: string | null;
            endpoint_id: string;
            /** @description The same id as in the header `webhook-id` and in `GET /events` */
            event_id: string;
            /** @description A type of `GET /events`, or `webhook.test` */
            event_type: string;
            id: string;
            /**
             * Format: date-time
             * @description null: the delivery has ended, or waits for an earlier event of its resource
             */
            next_attempt_at: string | null;
            /** @constant */
            object: "webhook_delivery";
            resource_id: string;
            /** @description failed: no attempt succeeded in three days, or the endpoint was disabled */
            status: components["schemas"]["WebhookDeliveryStatus"];
        };
        /**
         * @example {
         *       "id": "whd_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "webhook_delivery",
         *       "endpoint_id": "whe_01kjmma2g0e9dtsezyywpss2bm",
         *       "event_id": "evt_01kjmma2g0e9dtsezyywpss2bm",
         *       "event_type": "job.completed",
         *       "resource_id": "job_01kjmma2g0e9dtsezyywpss2bm",
         *       "status": "delivered",
         *       "attempt_count": 1,
         *       "next_attempt_at": null,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "ended_at": "2026-03-01T12:00:01.000Z",
         *       "attempts": [
         *         {
         *           "number": 1,
         *           "at": "2026-03-01T12:00:00.000Z",
         *           "duration_ms": 84,
         *           "response_status": 204,
         *           "error": null,
         *           "response_body": ""
         *         }
         *       ]
         *     }
         */
        WebhookDeliveryDetails: {
            /** @description Attempts that were begun */
            attempt_count: number;
            /** @description The newest 50 that have ended, oldest first */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            ended_at: string | null;
            endpoint_id: string;
            /** @description The same id as in the header `webhook-id` and in `GET /events` */
            event_id: string;
            /** @description A type of `GET /events`, or `webhook.test` */
            event_type: string;
            id: string;
            /**
             * Format: date-time
             * @description null: the delivery has ended, or waits for an earlier event of its resource
             */
            next_attempt_at: string | null;
            /** @constant */
            object: "webhook_delivery";
            resource_id: string;
            /** @description failed: no attempt succeeded in three days, or the endpoint was disabled */
            status: components["schemas"]["WebhookDeliveryDetailsStatus"];
        };
        /** @enum {string} */
        WebhookDeliveryDetailsStatus: "pending" | "delivered" | "failed";
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /** @enum {string} */
        WebhookDeliveryStatus: "pending" | "delivered" | "failed";
        /**
         * @example {
         *       "id": "whe_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "webhook_endpoint",
         *       "url": "https://lims.example.org/rotamer",
         *       "description": "Ends of jobs, for the LIMS",
         *       "event_types": [
         *         "job.completed",
         *         "job.failed"
         *       ],
         *       "project_id": null,
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "failing_since": null,
         *       "former_secret_until": null,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "updated_at": "2026-03-01T12:00:00.000Z"
         *     }
         */
        WebhookEndpoint: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @description requested: by a member or key; gone: the receiver answered 410; failing: every attempt of a week failed */
            disabled_reason: components["schemas"]["WebhookEndpointDisabledReason"] | null;
            enabled: boolean;
            /** @description The types that the endpoint gets; empty: all */
            event_types: string[];
            /**
             * Format: date-time
             * @description The first failed attempt since the last one that succeeded
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until then the secret before the last rotation signs too
             */
            former_secret_until: string | null;
            id: string;
            /** @constant */
            object: "webhook_endpoint";
            /** @description The only project whose events the endpoint gets; null: all events */
            project_id: string | null;
            /** Format: date-time */
            updated_at: string;
            url: string;
        };
        /**
         * @example {
         *       "object": "webhook_endpoint_deletion",
         *       "id": "whe_01kjmma2g0e9dtsezyywpss2bm",
         *       "deleted": true
         *     }
         */
        WebhookEndpointDeletion: {
            deleted: boolean;
            id: string;
            /** @constant */
            object: "webhook_endpoint_deletion";
        };
        /** @enum {string} */
        WebhookEndpointDisabledReason: "requested" | "gone" | "failing";
        WebhookEndpointList: {
            data: components["schemas"]["WebhookEndpoint"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /**
         * @example {
         *       "url": "https://lims.example.org/rotamer",
         *       "event_types": [
         *         "job.completed",
         *         "job.failed"
         *       ]
         *     }
         */
        WebhookEndpointRequest: {
            description?: string | null;
            /** @description Only these types; empty: all */
            event_types?: components["schemas"]["WebhookEndpointRequestEventType"][];
            /** @description Only events of this project */
            project_id?: string | null;
            /** @description An `https://` or `http://` URL with a public address; redirects are not followed */
            url: string;
        };
        /** @enum {string} */
        WebhookEndpointRequestEventType: "job.created" | "job.started" | "job.retrying" | "job.completed" | "job.failed" | "job.timed_out" | "job.budget_exceeded" | "job.cancelled" | "job.settled" | "job.moved" | "job.deleted" | "workflow_run.started" | "workflow_run.waiting_for_review" | "workflow_run.paused" | "workflow_run.resumed" | "workflow_run.completed" | "workflow_run.completed_with_errors" | "workflow_run.failed" | "workflow_run.cancelled" | "workflow_run.retried" | "workflow_run.moved" | "workflow_run.deleted" | "file.created" | "file.moved" | "file.deleted" | "project.created" | "project.updated" | "project.deleted" | "budget.warning";
        /**
         * @example {
         *       "id": "whe_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "webhook_endpoint",
         *       "url": "https://lims.example.org/rotamer",
         *       "description": "Ends of jobs, for the LIMS",
         *       "event_types": [
         *         "job.completed",
         *         "job.failed"
         *       ],
         *       "project_id": null,
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "failing_since": null,
         *       "former_secret_until": null,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "updated_at": "2026-03-01T12:00:00.000Z",
         *       "secret": "whsec_…"
         *     }
         */
        WebhookEndpointSecret: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @description requested: by a member or key; gone: the receiver answered 410; failing: every attempt of a week failed */
            disabled_reason: components["schemas"]["WebhookEndpointSecretDisabledReason"] | null;
            enabled: boolean;
            /** @description The types that the endpoint gets; empty: all */
            event_types: string[];
            /**
             * Format: date-time
             * @description The first failed attempt since the last one that succeeded
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until then the secret before the last rotation signs too
             */
            former_secret_until: string | null;
            id: string;
            /** @constant */
            object: "webhook_endpoint";
            /** @description The only project whose events the endpoint gets; null: all events */
            project_id: string | null;
            /** @description Signs webhooks (Standard Webhooks); begins with `whsec_`. Shown this once */
            secret: string;
            /** Format: date-time */
            updated_at: string;
            url: string;
        };
        /** @enum {string} */
        WebhookEndpointSecretDisabledReason: "requested" | "gone" | "failing";
        /**
         * @example {
         *       "enabled": true
         *     }
         */
        WebhookEndpointUpdateRequest: {
            description?: string | null;
            /** @description false gives up what waits; events that happen while it is false are not sent later */
            enabled?: boolean;
            /** @description Only these types; empty: all */
            event_types?: components["schemas"]["WebhookEndpointUpdateRequestEventType"][];
            /** @description Only events of this project */
            project_id?: string | null;
            /** @description An `https://` or `http://` URL with a public address; redirects are not followed */
            url?: string;
        };
        /** @enum {string} */
        WebhookEndpointUpdateRequestEventType: "job.created" | "job.started" | "job.retrying" | "job.completed" | "job.failed" | "job.timed_out" | "job.budget_exceeded" | "job.cancelled" | "job.settled" | "job.moved" | "job.deleted" | "workflow_run.started" | "workflow_run.waiting_for_review" | "workflow_run.paused" | "workflow_run.resumed" | "workflow_run.completed" | "workflow_run.completed_with_errors" | "workflow_run.failed" | "workflow_run.cancelled" | "workflow_run.retried" | "workflow_run.moved" | "workflow_run.deleted" | "file.created" | "file.moved" | "file.deleted" | "project.created" | "project.updated" | "project.deleted" | "budget.warning";
        /**
         * @example {
         *       "id": "wf_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "workflow",
         *       "project_id": null,
         *       "name": "Stable peptides",
         *       "description": "Keeps the most stable of some peptides",
         *       "revision_id": "wfrev_01kjmma2g0e9dtsezyywpss2bm",
         *       "revision_number": 1,
         *       "access": "run",
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "updated_at": "2026-03-01T12:00:00.000Z"
         *     }
         */
        Workflow: {
            /** @description What you may do with it: view it and its runs; start and steer runs; validate drafts. Each includes the ones before */
            access: components["schemas"]["WorkflowAccess"];
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @description Ids sort by creation time */
            id: string;
            name: string;
            /** @constant */
            object: "workflow";
            project_id: string | null;
            /** @description The published revision, which never changes */
            revision_id: string;
            /** @description Counts the revisions of this workflow */
            revision_number: number;
            /**
             * Format: date-time
             * @description When the revision was published
             */
            updated_at: string;
        };
        /** @enum {string} */
        WorkflowAccess: "view" | "run" | "edit";
        WorkflowAttempt: {
            /**
             * Format: double
             * @description Credits charged so far
             */
            actual_credits: number;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Why it failed */
            error: string | null;
            /**
             * Format: double
             * @description Credits charged so far, and those reserved for jobs that are not settled
             */
            estimated_credits: number;
            id: string;
            /**
             * Format: double
             * @description Cap on the cost of all its jobs; null: no cap
             */
            max_credits: number | null;
            /** @description from_failed_node: it reuses results of `reused_attempt_id` */
            mode: components["schemas"]["WorkflowRetryMode"];
            number: number;
            /** @constant */
            object: "workflow_attempt";
            /** @description While PAUSED */
            pause: components["schemas"]["WorkflowPause"] | null;
            /**
             * Format: double
             * @description Credits reserved for settled jobs and not charged
             */
            refunded_credits: number;
            reused_attempt_id: string | null;
            /** Format: date-time */
            started_at: string | null;
            started_by?: components["schemas"]["WorkflowAttemptStartedBy"];
            /** @description The last four are final. COMPLETED_WITH_ERRORS: there is a result although some jobs or nodes failed */
            status: components["schemas"]["WorkflowRunStatus"];
        };
        WorkflowAttemptStartedBy: {
            /** @description Null without the scope `workspace:read` */
            email: string | null;
            /** @description Display name of the user */
            name: string | null;
            user_id: string;
        };
        WorkflowCandidate: {
            /** @description Hex SHA-256 of its content */
            content_digest: string;
            /** @description The content, if it is a file of a job */
            file: components["schemas"]["WorkflowItemFile"] | null;
            /** @description The content, if it is a saved file */
            file_id: string | null;
            /** @description `FASTA`, `SMILES`, `PDB`, … */
            format: string;
            id: string;
            /** @description The job whose result it came from */
            job_id: string | null;
            /** @description `protein`, `smiles`, `structure`, `table`, … */
            kind: string;
            label: string;
            /** @description Numbers, texts and booleans that filters, ranks and reviewers look at */
            metrics: {
                [key: string]: unknown;
            };
            /** @description Relative to the base URL; requires the same key; null while there is none */
            result_url: string | null;
            /** @description Items from which this item was made, the first 100 */
            source_item_ids: string[];
            /** @description The content, if it is short */
            text: string | null;
        };
        WorkflowCriteria: {
            filters?: {
                [key: string]: unknown;
            };
            sort?: components["schemas"]["WorkflowCriteriaSort"][];
        };
        WorkflowCriteriaSort: {
            direction?: components["schemas"]["SortDirection"];
            field: string;
        };
        WorkflowCuration: {
            attempt_id: string;
            /** @description Hex SHA-256 over the ids, content digests and metrics of all candidates, in order */
            candidate_set_digest: string;
            candidates: components["schemas"]["WorkflowCandidate"][];
            /** @description How to show the metrics of candidates: the fields of ranks first, then those of tools in the order of their contracts. A candidate may lack some of them, and have others */
            columns?: components["schemas"]["CandidateColumn"][];
            /** @description null until a selection is recorded */
            decision: components["schemas"]["WorkflowCurationDecision"] | null;
            instructions: string | null;
            node_id: string;
            /** @constant */
            object: "workflow_curation";
            /** @description A page for people to review on, relative to the base URL */
            review_url: string;
            run_id: string;
            title: string | null;
        };
        WorkflowCurationDecision: {
            approved_candidate_ids: string[];
            /** @description As they were sent */
            criteria: components["schemas"]["WorkflowCurationDecisionCriteria"] | null;
            /** Format: date-time */
            decided_at: string;
            /** @description The user whose key was used */
            decided_by: string;
            decided_by_user?: components["schemas"]["WorkflowCurationDecisionDecidedByUser"];
            note: string | null;
            rejected_candidate_ids: string[];
        };
        WorkflowCurationDecisionCriteria: Record<string, never>;
        WorkflowCurationDecisionDecidedByUser: {
            /** @description Null without the scope `workspace:read` */
            email: string | null;
            /** @description Display name of the user */
            name: string | null;
            user_id: string;
        };
        /**
         * @example {
         *       "candidate_set_digest": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
         *       "approved_candidate_ids": [
         *         "itm_01kjmma2g0e9dtsezyywpss2bm"
         *       ],
         *       "note": "The most stable one",
         *       "criteria": {
         *         "filters": {
         *           "instability_index": {
         *             "lt": 40
         *           }
         *         },
         *         "sort": [
         *           {
         *             "field": "gravy",
         *             "direction": "desc"
         *           }
         *         ]
         *       }
         *     }
         */
        WorkflowCurationRequest: {
            /** @description The others are rejected */
            approved_candidate_ids: string[];
            /** @description As the GET returned it */
            candidate_set_digest: string;
            criteria?: components["schemas"]["WorkflowCriteria"];
            /** @description The checkpoint that the reviewer saw, as the GET returned it; `conflict` when the run is at another one */
            node_id?: string;
            note?: string;
        };
        WorkflowDefinition: {
            edges: components["schemas"]["WorkflowDefinitionEdge"][];
            /** @description The ids of `input` nodes are the keys of `input_data` of a run */
            nodes: components["schemas"]["WorkflowDefinitionNode"][];
        } & {
            [key: string]: unknown;
        };
        WorkflowDefinitionEdge: {
            source: string;
            target: string;
        } & {
            [key: string]: unknown;
        };
        WorkflowDefinitionNode: {
            id: string;
            type: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "id": "wf_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "workflow",
         *       "project_id": null,
         *       "name": "Stable peptides",
         *       "description": "Keeps the most stable of some peptides",
         *       "revision_id": "wfrev_01kjmma2g0e9dtsezyywpss2bm",
         *       "revision_number": 1,
         *       "access": "run",
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "updated_at": "2026-03-01T12:00:00.000Z",
         *       "definition": {
         *         "nodes": [
         *           {
         *             "id": "peptides",
         *             "type": "input",
         *             "kind": "protein"
         *           },
         *           {
         *             "id": "properties",
         *             "type": "tool",
         *             "tool": "protein-properties"
         *           },
         *           {
         *             "id": "stable",
         *             "type": "filter",
         *             "filters": {
         *               "instability_index": {
         *                 "lt": 40
         *               }
         *             }
         *           },
         *           {
         *             "id": "result",
         *             "type": "output"
         *           }
         *         ],
         *         "edges": [
         *           {
         *             "source": "peptides",
         *             "target": "properties"
         *           },
         *           {
         *             "source": "properties",
         *             "source_port": "properties",
         *             "target": "stable"
         *           },
         *           {
         *             "source": "stable",
         *             "target": "result"
         *           }
         *         ]
         *       },
         *       "settings": {
         *         "max_credits": 50
         *       }
         *     }
         */
        WorkflowDetail: {
            /** @description What you may do with it: view it and its runs; start and steer runs; validate drafts. Each includes the ones before */
            access: components["schemas"]["WorkflowAccess"];
            /** Format: date-time */
            created_at: string;
            /** @description `nodes` (`input`, `tool`, `filter`, `rank`, `branch`, `curation`, `join`, `collect`, `output`) and the `edges` between them */
            definition: components["schemas"]["WorkflowDefinition"];
            description: string | null;
            /** @description Ids sort by creation time */
            id: string;
            name: string;
            /** @constant */
            object: "workflow";
            project_id: string | null;
            /** @description The published revision, which never changes */
            revision_id: string;
            /** @description Counts the revisions of this workflow */
            revision_number: number;
            /** @description `max_credits`: caps the attempts of a run that names no cap, in credits */
            settings: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the revision was published
             */
            updated_at: string;
        };
        WorkflowFinding: {
            /** @description Machine-readable */
            code: string;
            message: string;
            /** @description The node concerned */
            node_id?: string;
            /** @description The field of the definition concerned */
            path?: string;
        };
        WorkflowItem: {
            /** @description The content, if it is a file of a job */
            file: components["schemas"]["WorkflowItemFile"] | null;
            /** @description The content, if it is a saved file */
            file_id: string | null;
            /** @description `FASTA`, `SMILES`, `PDB`, … */
            format: string;
            id: string;
            /** @description The job whose result it came from */
            job_id: string | null;
            /** @description `protein`, `smiles`, `structure`, `table`, … */
            kind: string;
            label: string;
            /** @description Numbers, texts and booleans that filters, ranks and reviewers look at */
            metrics: {
                [key: string]: unknown;
            };
            /** @description Relative to the base URL; requires the same key; null while there is none */
            result_url: string | null;
            /** @description Items from which this item was made, the first 100 */
            source_item_ids: string[];
            /** @description The content, if it is short */
            text: string | null;
        };
        WorkflowItemFile: {
            content_type: string;
            name: string;
            /** @description Hex */
            sha256: string;
            /**
             * Format: int64
             * @description Bytes
             */
            size: number;
        };
        WorkflowJob: {
            /**
             * Format: double
             * @description Credits charged; 0 until the charge is final
             */
            credits_used: number;
            error: string | null;
            /** @description Counts the jobs of the node, in the order of its items */
            index: number;
            /** @description The item of the job, if the job is for one item */
            item_id: string | null;
            item_label: string | null;
            job_id: string | null;
            /** @description Of the job once it has ended */
            job_status: components["schemas"]["JobStatus"] | null;
            node_id: string;
            /** @constant */
            object: "workflow_job";
            /**
             * Format: double
             * @description Credits reserved while it is not settled
             */
            reserved_credits: number;
            result_available: boolean;
            /** @description Relative to the base URL; requires the same key; null while there is none */
            result_url: string | null;
            /** @description WAITING: there is no job yet */
            status: components["schemas"]["WorkflowJobStatus"];
            tool: string;
        };
        WorkflowJobList: {
            data: components["schemas"]["WorkflowJob"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /** @enum {string} */
        WorkflowJobStatus: "WAITING" | "ACTIVE" | "COMPLETED" | "FAILED" | "CANCELLED";
        WorkflowList: {
            data: components["schemas"]["Workflow"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        WorkflowNode: {
            /** @description The nodes from which items come to it */
            after?: string[];
            /** Format: date-time */
            completed_at: string | null;
            /**
             * Format: double
             * @description Credits charged for jobs of the node so far
             */
            credits_used?: number;
            /** @description The release that it searches in every attempt, as found when the run started */
            dataset?: components["schemas"]["WorkflowNodeDataset"];
            /** @description For a curation node: the selection that was recorded */
            decision?: components["schemas"]["WorkflowNodeDecision"];
            /** @description Why it failed or was skipped */
            error: string | null;
            id: string;
            /** @description Items that left it */
            items: number;
            /** @description Numbers of the jobs of the node */
            job_counts: components["schemas"]["WorkflowNodeJobCounts"];
            /** @description What the workflow calls it for people */
            label?: string;
            /**
             * Format: double
             * @description Credits reserved for jobs of the node that are not settled
             */
            reserved_credits?: number;
            /** @description Its results are those of this earlier attempt */
            reused_attempt_id: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** @description SKIPPED: a branch went the other way, or nothing came to it */
            status: components["schemas"]["WorkflowNodeStatus"];
            /** @description For a branch node: the case that was taken */
            taken: string | null;
            /** @description For a tool node: the tool */
            tool?: string;
            type: components["schemas"]["WorkflowNodeType"];
        };
        WorkflowNodeDataset: {
            id: string;
            release: string;
            sha256: string;
        };
        WorkflowNodeDecision: {
            /** @description Candidates that were approved */
            approved: number;
            /** @description The list of candidates to which it is bound */
            candidate_set_digest: string;
            /** Format: date-time */
            decided_at: string;
            decided_by: components["schemas"]["WorkflowNodeDecisionDecidedBy"];
            note: string | null;
            /** @description Candidates that were not */
            rejected: number;
        };
        WorkflowNodeDecisionDecidedBy: {
            /** @description Null without the scope `workspace:read` */
            email: string | null;
            /** @description Display name of the user */
            name: string | null;
            user_id: string;
        };
        WorkflowNodeInput: components["schemas"]["WorkflowNodeInputText"] | components["schemas"]["WorkflowNodeInputFiles"] | components["schemas"]["WorkflowNodeInputInputs"];
        WorkflowNodeInputFiles: {
            /** @description Saved files of the workspace; needs the scope files:read */
            file_ids: string[];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "files";
        };
        WorkflowNodeInputInputs: {
            /** @description As in a job; `slotId` is ignored. Saved files need the scope files:read */
            inputs: components["schemas"]["SubmittedInput"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "inputs";
        };
        WorkflowNodeInputText: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            method: "text";
            /** @description FASTA and lists of SMILES are split into items */
            textContent: string;
        };
        WorkflowNodeJobCounts: {
            /** @description Accepted, not ended */
            active: number;
            /** @description Ended with a result */
            completed: number;
            /** @description Ended without */
            failed: number;
            /** @description Never started */
            skipped: number;
            /** @description Not accepted yet */
            waiting: number;
        };
        WorkflowNodeResult: {
            has_more_items: boolean;
            has_more_jobs: boolean;
            /** @description For an output node: the items that arrived, the first 1,000 or `limit` */
            items: components["schemas"]["WorkflowItem"][];
            /** @description The first 100, or `limit` */
            jobs: components["schemas"]["WorkflowJob"][];
            node_id: string;
            result_available: boolean;
            /** @description The result of its only job, the list of its jobs, or these results. Relative to the base URL; requires the same key */
            result_url: string | null;
            status: components["schemas"]["WorkflowNodeStatus"];
            type: components["schemas"]["WorkflowNodeType"];
        };
        WorkflowNodeReuse: {
            node_id: string;
            /** @description The verdict as a sentence */
            reason: string;
            reused: boolean;
            /** @description reused: nothing that its result depends on has changed. runs_again: it is the failed node, or it has no complete result and does not lead to the failed node, or it comes after such a node. no_result: the earlier attempt left no complete result, or it is gone */
            verdict: components["schemas"]["WorkflowNodeReuseVerdict"];
        };
        /** @enum {string} */
        WorkflowNodeReuseVerdict: "reused" | "runs_again" | "changed_settings" | "new_tool_version" | "other_input" | "no_result";
        /** @enum {string} */
        WorkflowNodeStatus: "WAITING" | "RUNNING" | "PAUSED" | "COMPLETED" | "COMPLETED_WITH_ERRORS" | "FAILED" | "SKIPPED" | "CANCELLED";
        /** @enum {string} */
        WorkflowNodeType: "input" | "tool" | "filter" | "rank" | "branch" | "curation" | "join" | "collect" | "output";
        WorkflowPause: {
            /** @description A selection is recorded, so that the run can be continued */
            decided: boolean;
            /** @description Why credits were refused, with the budget that refused */
            message?: string;
            /** @description The curation node, or the node whose job was refused */
            node_id: string;
            /** @description curation: someone has to choose. max_credits: the cap does not allow the next job; continue with a higher one. insufficient_credits: the workspace lacks credits for the next job, or a budget refuses it; goes on by itself once credits are granted, or the budget allows it */
            reason: components["schemas"]["WorkflowPauseReason"];
        };
        /** @enum {string} */
        WorkflowPauseReason: "curation" | "max_credits" | "insufficient_credits";
        /**
         * @example {}
         * @example {
         *       "approved": 3
         *     }
         * @example {
         *       "mode": "from_failed_node",
         *       "node_id": "properties"
         *     }
         */
        WorkflowRestQuoteRequest: {
            /** @description Prices the rest of the run after this many candidates are approved; without `mode`. Default: any number */
            approved?: number;
            /** @description Prices another attempt, as a retry of this mode begins it */
            mode?: components["schemas"]["WorkflowRestQuoteRequestMode"];
            /** @description The failed node: required for from_failed_node, refused otherwise */
            node_id?: string;
        };
        /** @enum {string} */
        WorkflowRestQuoteRequestMode: "from_start" | "from_failed_node";
        /** @enum {string} */
        WorkflowRetryMode: "from_start" | "from_failed_node";
        /**
         * @example {
         *       "id": "run_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "workflow_run",
         *       "project_id": null,
         *       "workflow_id": "wf_01kjmma2g0e9dtsezyywpss2bm",
         *       "workflow_name": "Stable peptides",
         *       "revision_id": "wfrev_01kjmma2g0e9dtsezyywpss2bm",
         *       "revision_number": 1,
         *       "name": "First peptides",
         *       "status": "COMPLETED",
         *       "pause": null,
         *       "error": null,
         *       "estimated_credits": 1,
         *       "actual_credits": 1,
         *       "attempts": [
         *         {
         *           "id": "att_01kjmma2g0e9dtsezyywpss2bm",
         *           "object": "workflow_attempt",
         *           "number": 1,
         *           "mode": "from_start",
         *           "reused_attempt_id": null,
         *           "status": "COMPLETED",
         *           "pause": null,
         *           "error": null,
         *           "max_credits": 20,
         *           "estimated_credits": 1,
         *           "actual_credits": 1,
         *           "refunded_credits": 0,
         *           "created_at": "2026-03-01T12:00:00.000Z",
         *           "started_at": "2026-03-01T12:00:00.100Z",
         *           "completed_at": "2026-03-01T12:00:02.000Z"
         *         }
         *       ],
         *       "attempt_id": "att_01kjmma2g0e9dtsezyywpss2bm",
         *       "nodes": [
         *         {
         *           "id": "properties",
         *           "type": "tool",
         *           "status": "COMPLETED",
         *           "job_counts": {
         *             "waiting": 0,
         *             "active": 0,
         *             "completed": 1,
         *             "failed": 0,
         *             "skipped": 0
         *           },
         *           "items": 3,
         *           "taken": null,
         *           "error": null,
         *           "reused_attempt_id": null,
         *           "started_at": "2026-03-01T12:00:00.200Z",
         *           "completed_at": "2026-03-01T12:00:01.500Z"
         *         }
         *       ],
         *       "jobs": [
         *         {
         *           "object": "workflow_job",
         *           "node_id": "properties",
         *           "index": 0,
         *           "status": "COMPLETED",
         *           "job_id": "job_01kjmma2g0e9dtsezyywpss2bm",
         *           "job_status": "COMPLETED",
         *           "tool": "protein-properties",
         *           "item_id": null,
         *           "item_label": null,
         *           "error": null,
         *           "reserved_credits": 0,
         *           "credits_used": 1,
         *           "result_available": true,
         *           "result_url": "/api/v1/results/job_01kjmma2g0e9dtsezyywpss2bm"
         *         }
         *       ],
         *       "has_more_jobs": false,
         *       "created_at": "2026-03-01T12:00:00.000Z",
         *       "started_at": "2026-03-01T12:00:00.100Z",
         *       "completed_at": "2026-03-01T12:00:02.000Z"
         *     }
         */
        WorkflowRun: {
            /**
             * Format: double
             * @description Credits charged so far
             */
            actual_credits: number;
            /** @description The attempt of `nodes` and `jobs` */
            attempt_id: string;
            /** @description Oldest first. Status, pause and error of the run are those of the last; its credits are sums over all */
            attempts: components["schemas"]["WorkflowAttempt"][];
            /**
             * Format: date-time
             * @description When the last attempt ended
             */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Why the current attempt failed */
            error: string | null;
            /**
             * Format: double
             * @description Credits charged so far, and those reserved for jobs that are not settled
             */
            estimated_credits: number;
            has_more_jobs: boolean;
            /** @description Ids sort by creation time */
            id: string;
            /** @description The first 100 jobs; `GET /workflow-runs/{runId}/jobs` has all */
            jobs: components["schemas"]["WorkflowJob"][];
            name: string | null;
            /** @description In the order of the definition */
            nodes: components["schemas"]["WorkflowNode"][];
            /** @constant */
            object: "workflow_run";
            /** @description While PAUSED */
            pause: components["schemas"]["WorkflowPause"] | null;
            project_id: string | null;
            revision_id: string;
            revision_number: number;
            /**
             * Format: date-time
             * @description When the first attempt started
             */
            started_at: string | null;
            /** @description The last four are final. COMPLETED_WITH_ERRORS: there is a result although some jobs or nodes failed */
            status: components["schemas"]["WorkflowRunStatus"];
            workflow_id: string;
            workflow_name: string;
        };
        WorkflowRunCancellation: {
            /**
             * Format: double
             * @description Credits charged for the jobs of the current attempt
             */
            charged_credits: number;
            /** @constant */
            object: "workflow_run_cancellation";
            /**
             * Format: double
             * @description Credits reserved for these jobs and not charged
             */
            refunded_credits: number;
            run: components["schemas"]["WorkflowRun"];
            /** @description Jobs whose charge is not final yet; 0 when the totals are final */
            unsettled_jobs: number;
        };
        /**
         * @example {}
         * @example {
         *       "max_credits": 40
         *     }
         */
        WorkflowRunContinueRequest: {
            /**
             * Format: int64
             * @description A higher cap for the current attempt, in credits, if it was started with a cap; default: unchanged
             */
            max_credits?: number;
        };
        WorkflowRunList: {
            data: components["schemas"]["WorkflowRunSummary"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /**
         * @example {
         *       "object": "workflow_run_quote",
         *       "min_credits": 3,
         *       "max_credits": 8,
         *       "cap_credits": 20,
         *       "nodes": [
         *         {
         *           "node_id": "properties",
         *           "tool": "protein-properties",
         *           "metered": false,
         *           "min_jobs": 3,
         *           "max_jobs": 3,
         *           "min_credits": 3,
         *           "max_credits": 3
         *         },
         *         {
         *           "node_id": "again",
         *           "label": "Describe the chosen",
         *           "tool": "protein-properties",
         *           "metered": false,
         *           "min_jobs": 0,
         *           "max_jobs": 5,
         *           "min_credits": 0,
         *           "max_credits": 5
         *         }
         *       ]
         *     }
         */
        WorkflowRunQuote: {
            /**
             * Format: double
             * @description The cap that would hold; null: no cap
             */
            cap_credits: number | null;
            /**
             * Format: double
             * @description The most that the jobs cost. null: not known before the run
             */
            max_credits: number | null;
            /**
             * Format: double
             * @description The least that the jobs cost
             */
            min_credits: number;
            /** @description The tool nodes that have still to run, each after the nodes before it */
            nodes: components["schemas"]["WorkflowRunQuoteNode"][];
            /** @constant */
            object: "workflow_run_quote";
            /** @description Of another attempt: every node, in the order of the definition */
            reuse?: components["schemas"]["WorkflowNodeReuse"][];
        };
        WorkflowRunQuoteNode: {
            label?: string;
            /**
             * Format: double
             * @description null: not known before the run
             */
            max_credits: number | null;
            /** @description null: not known before the run */
            max_jobs: number | null;
            /** @description Its jobs are billed by run time: at most the time limit of the tool */
            metered: boolean;
            /** Format: double */
            min_credits: number;
            min_jobs: number;
            node_id: string;
            tool: string;
        };
        /**
         * @example {
         *       "input_data": {
         *         "peptides": {
         *           "method": "text",
         *           "textContent": ">a\nGIGKFLHSAKKFGKAFVGEIMNS"
         *         }
         *       }
         *     }
         */
        WorkflowRunQuoteRequest: {
            /** @description Refuses with `conflict` when another revision is published */
            expected_revision_id?: string;
            /** @description By the id of the definition's `input` nodes */
            input_data?: {
                [key: string]: components["schemas"]["WorkflowNodeInput"];
            };
            /**
             * Format: int64
             * @description Caps what the jobs of an attempt cost together, in credits; reserves nothing. At the cap the run pauses
             */
            max_credits?: number;
        };
        /**
         * @example {
         *       "name": "First peptides",
         *       "max_credits": 20,
         *       "input_data": {
         *         "peptides": {
         *           "method": "text",
         *           "textContent": ">a\nGIGKFLHSAKKFGKAFVGEIMNS"
         *         }
         *       }
         *     }
         */
        WorkflowRunRequest: {
            /** @description Refuses with `conflict` when another revision is published */
            expected_revision_id?: string;
            /** @description By the id of the definition's `input` nodes */
            input_data?: {
                [key: string]: components["schemas"]["WorkflowNodeInput"];
            };
            /**
             * Format: int64
             * @description Caps what the jobs of an attempt cost together, in credits; reserves nothing. At the cap the run pauses
             */
            max_credits?: number;
            name?: string;
            /** @description Where the run goes; default: the workflow's project; null: no project. If given, needs the scope projects:write */
            project_id?: string | null;
        };
        /**
         * @example {}
         * @example {
         *       "max_credits": 20
         *     }
         */
        WorkflowRunRerunRequest: {
            /**
             * Format: int64
             * @description Caps the new run, in credits; default: as the last attempt of the earlier run
             */
            max_credits?: number;
            /** @description Default: as the earlier run */
            name?: string;
            /** @description Default: the workflow's project; null: no project. If given, needs the scope projects:write */
            project_id?: string | null;
        };
        WorkflowRunResult: {
            attempt_id: string;
            /** @description In the order of the definition */
            nodes: components["schemas"]["WorkflowNodeResult"][];
            /** @constant */
            object: "workflow_run_result";
            /** @description Whether any node has a result */
            result_available: boolean;
            run_id: string;
            /** @description Of the attempt */
            status: components["schemas"]["WorkflowRunStatus"];
        };
        WorkflowRunRetry: {
            /** @constant */
            object: "workflow_run_retry";
            /** @description Every node, in the order of the definition */
            reuse: components["schemas"]["WorkflowNodeReuse"][];
            run: components["schemas"]["WorkflowRun"];
        };
        /**
         * @example {
         *       "mode": "from_start"
         *     }
         * @example {
         *       "mode": "from_failed_node",
         *       "node_id": "properties"
         *     }
         */
        WorkflowRunRetryRequest: {
            /**
             * Format: int64
             * @description Caps the new attempt, in credits; default: as the last one
             */
            max_credits?: number;
            /** @description from_failed_node: what led to the failed node is reused where it is still the same */
            mode: components["schemas"]["WorkflowRetryMode"];
            /** @description The failed node: required for from_failed_node, refused for from_start */
            node_id?: string;
        };
        /** @enum {string} */
        WorkflowRunStatus: "QUEUED" | "RUNNING" | "PAUSED" | "COMPLETED" | "COMPLETED_WITH_ERRORS" | "FAILED" | "CANCELLED";
        WorkflowRunSummary: {
            /**
             * Format: double
             * @description Credits charged so far
             */
            actual_credits: number;
            attempt_count: number;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Why the current attempt failed */
            error: string | null;
            /**
             * Format: double
             * @description Credits charged so far, and those reserved for jobs that are not settled
             */
            estimated_credits: number;
            id: string;
            /** @description Numbers of the jobs of the current attempt */
            job_counts: components["schemas"]["WorkflowRunSummaryJobCounts"];
            /**
             * Format: double
             * @description Cap of the current attempt; null: no cap
             */
            max_credits: number | null;
            name: string | null;
            /** @constant */
            object: "workflow_run_summary";
            /** @description While PAUSED */
            pause: components["schemas"]["WorkflowRunSummaryPause"] | null;
            project_id: string | null;
            revision_number: number;
            /**
             * Format: date-time
             * @description When the current attempt started
             */
            started_at: string | null;
            started_by: components["schemas"]["WorkflowRunSummaryStartedBy"];
            /** @description The last four are final. COMPLETED_WITH_ERRORS: there is a result although some jobs or nodes failed */
            status: components["schemas"]["WorkflowRunSummaryStatus"];
            workflow_id: string;
            workflow_name: string;
        };
        WorkflowRunSummaryJobCounts: {
            /** @description Accepted, not ended */
            active: number;
            /** @description Ended with a result */
            completed: number;
            /** @description Ended without */
            failed: number;
            /** @description Never started */
            skipped: number;
            /** @description Not accepted yet */
            waiting: number;
        };
        WorkflowRunSummaryPause: {
            /** @description A selection is recorded, so that the run can be continued */
            decided: boolean;
            /** @description Why credits were refused, with the budget that refused */
            message?: string;
            /** @description The curation node, or the node whose job was refused */
            node_id: string;
            /** @description curation: someone has to choose. max_credits: the cap does not allow the next job; continue with a higher one. insufficient_credits: the workspace lacks credits for the next job, or a budget refuses it; goes on by itself once credits are granted, or the budget allows it */
            reason: components["schemas"]["WorkflowRunSummaryPauseReason"];
        };
        /** @enum {string} */
        WorkflowRunSummaryPauseReason: "curation" | "max_credits" | "insufficient_credits";
        WorkflowRunSummaryStartedBy: {
            /** @description Null without the scope `workspace:read` */
            email: string | null;
            /** @description Display name of the user */
            name: string | null;
            user_id: string;
        };
        /** @enum {string} */
        WorkflowRunSummaryStatus: "QUEUED" | "RUNNING" | "PAUSED" | "COMPLETED" | "COMPLETED_WITH_ERRORS" | "FAILED" | "CANCELLED";
        /**
         * @example {
         *       "object": "workflow_validation",
         *       "valid": false,
         *       "graph_errors": [
         *         {
         *           "code": "unknown_tool",
         *           "message": "There is no tool protein-property.",
         *           "node_id": "properties",
         *           "path": "nodes[1].tool"
         *         }
         *       ],
         *       "warnings": [],
         *       "readiness_issues": [],
         *       "limit_violations": []
         *     }
         */
        WorkflowValidation: {
            /** @description It cannot be published: an unknown tool, port or slot, a cycle, a wrong kind, … */
            graph_errors: components["schemas"]["WorkflowFinding"][];
            /** @description It is larger than a workflow may be */
            limit_violations: components["schemas"]["WorkflowFinding"][];
            /** @constant */
            object: "workflow_validation";
            /** @description It could not run now: a tool that nobody offers, a required setting that is not set */
            readiness_issues: components["schemas"]["WorkflowFinding"][];
            /** @description Whether all lists but `warnings` are empty */
            valid: boolean;
            /** @description It works, but perhaps not as intended */
            warnings: components["schemas"]["WorkflowFinding"][];
        };
        /**
         * @example {
         *       "definition": {
         *         "nodes": [
         *           {
         *             "id": "peptides",
         *             "type": "input",
         *             "kind": "protein"
         *           },
         *           {
         *             "id": "properties",
         *             "type": "tool",
         *             "tool": "protein-properties"
         *           },
         *           {
         *             "id": "stable",
         *             "type": "filter",
         *             "filters": {
         *               "instability_index": {
         *                 "lt": 40
         *               }
         *             }
         *           },
         *           {
         *             "id": "result",
         *             "type": "output"
         *           }
         *         ],
         *         "edges": [
         *           {
         *             "source": "peptides",
         *             "target": "properties"
         *           },
         *           {
         *             "source": "properties",
         *             "source_port": "properties",
         *             "target": "stable"
         *           },
         *           {
         *             "source": "stable",
         *             "target": "result"
         *           }
         *         ]
         *       }
         *     }
         */
        WorkflowValidationRequest: {
            /** @description `nodes` (`input`, `tool`, `filter`, `rank`, `branch`, `curation`, `join`, `collect`, `output`) and the `edges` between them */
            definition: {
                [key: string]: unknown;
            };
            /** @description As in `GET /workflows/{workflowId}` */
            settings?: {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "object": "workspace",
         *       "id": "ws_01kjmma2g0e9dtsezyywpss2bm",
         *       "name": "Enzyme group",
         *       "unit": {
         *         "name": "€",
         *         "rate": 0.1
         *       },
         *       "plan": {
         *         "tier": "COMMERCIAL_TEAM",
         *         "paid": true
         *       },
         *       "member": {
         *         "user_id": "usr_01kjmma2g0e9dtsezyywpss2bm",
         *         "role": "admin"
         *       }
         *     }
         */
        Workspace: {
            id: string;
            /** @description The user for whom the credential acts, and the role of this user */
            member: components["schemas"]["WorkspaceMember"];
            name: string;
            /** @constant */
            object: "workspace";
            plan: components["schemas"]["WorkspacePlan"];
            /** @description For display only: amounts of the API are in credits. null: credits */
            unit: components["schemas"]["WorkspaceUnit"] | null;
        };
        WorkspaceMember: {
            role: components["schemas"]["WorkspaceMemberRole"];
            user_id: string;
        };
        /** @enum {string} */
        WorkspaceMemberRole: "viewer" | "member" | "admin" | "owner";
        /**
         * @example {
         *       "id": "ws_01kjmma2g0e9dtsezyywpss2bm",
         *       "object": "workspace_membership",
         *       "name": "Enzyme group",
         *       "role": "admin",
         *       "current": true
         *     }
         */
        WorkspaceMembership: {
            /** @description Whether this request acts in the workspace */
            current: boolean;
            id: string;
            name: string;
            /** @constant */
            object: "workspace_membership";
            role: components["schemas"]["WorkspaceMembershipRole"];
        };
        WorkspaceMembershipList: {
            data: components["schemas"]["WorkspaceMembership"][];
            has_more: boolean;
            /** @description Pass as `starting_after` to get the next page */
            next_cursor: string | null;
            /** @constant */
            object: "list";
        };
        /** @enum {string} */
        WorkspaceMembershipRole: "viewer" | "member" | "admin" | "owner";
        WorkspacePlan: {
            paid: boolean;
            tier: string;
        };
        WorkspaceUnit: {
            /** @example € */
            name: string;
            /** @description How many of it one credit is */
            rate: number;
        };
        /**
         * @example {
         *       "name": "Enzyme group"
         *     }
         */
        WorkspaceUpdateRequest: {
            name?: string;
            /** @description For display only: amounts of the API are in credits. null: credits */
            unit?: components["schemas"]["WorkspaceUpdateRequestUnit"] | null;
        };
        WorkspaceUpdateRequestUnit: {
            /** @example € */
            name: string;
            /** @description How many of it one credit is */
            rate: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
