import { randomUUID } from 'node:crypto';
import { toCredits } from '@rotamer/domain/credits.ts';
import { Fault, isUnavailable } from '@rotamer/kit/errors/fault.ts';
import type { Command } from './command.ts';
import { millicredits, optionalInteger } from './values.ts';

export const creditsGrant: Command = {
  name: 'credits grant',
  summary: 'adds credits to a workspace, once per grant id',
  required: { workspace: 'W', credits: 'C' },
  optional: { 'grant-id': 'ID' },
  async run(options, { billing }) {
    const grantId = options['grant-id'] ?? randomUUID();
    const answer = await billing
      .grantCredits({
        workspaceId: options.workspace,
        millicredits: millicredits('credits', options.credits!),
        grantId,
      })
      .catch((error: unknown) => {
        throw isUnavailable(error) ? mayBeGranted(grantId, error) : error;
      });
    return { available: toCredits(answer.availableMillicredits) };
  },
};

/** The error for a lost response. Without the id, repeating the command could grant the credits a second time. */
function mayBeGranted(grantId: string, cause: unknown): Fault {
  return new Fault('service_unavailable', 'No answer came: the credits may have been granted, or not.', {
    resolution: `Run the same command again with --grant-id ${grantId}, which grants them once.`,
    details: { grant_id: grantId },
    cause,
  });
}

export const ledgerCheck: Command = {
  name: 'ledger check',
  isRead: true,
  summary: 'rebuilds every account from the journal and compares; exits with 1 on a difference',
  required: {},
  async run(_options, { ledger }) {
    const { balanced, accounts, transfers, openHolds, differences } = await ledger.checkLedger({});
    const answer = { balanced, accounts, transfers, open_holds: openHolds };
    return balanced ? answer : { ...answer, differences };
  },
  isBad: (answer) => !(answer as { balanced: boolean }).balanced,
};

export const ledgerShow: Command = {
  name: 'ledger show',
  isRead: true,
  summary: "lists a workspace's transfers, newest first; --before continues after the last page",
  required: { workspace: 'W' },
  optional: { before: 'ID', limit: 'N' },
  async run(options, { billing }) {
    const { transfers } = await billing.listTransfers({
      workspaceId: options.workspace,
      beforeId: optionalInteger('before', options.before),
      limit: optionalInteger('limit', options.limit) ?? 100,
    });
    return {
      transfers: transfers.map(({ id, kind, holdId, millicredits: amount, createdAt }) => ({
        id,
        kind,
        hold_id: holdId || null,
        credits: toCredits(amount),
        created_at: createdAt,
      })),
    };
  },
};
