import { randomUUID } from 'node:crypto';
import { toCredits } from '@rotamer/kit/credits.ts';
import type { Command } from './command.ts';
import { millicredits, optionalInteger } from './values.ts';

export const creditsGrant: Command = {
  name: 'credits grant',
  summary: 'adds credits to a workspace',
  required: { workspace: 'W', credits: 'C' },
  async run(options, { billing }) {
    const answer = await billing.grantCredits({
      workspaceId: options.workspace,
      millicredits: millicredits('credits', options.credits!),
      grantId: randomUUID(),
    });
    return { available: toCredits(answer.availableMillicredits) };
  },
};

export const ledgerCheck: Command = {
  name: 'ledger check',
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
