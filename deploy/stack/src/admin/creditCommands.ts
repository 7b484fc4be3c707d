import { randomUUID } from 'node:crypto';
import type { Command } from './command.ts';
import { credits, millicredits } from './values.ts';

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
    return { available: credits(answer.availableMillicredits) };
  },
};

export const ledgerCheck: Command = {
  name: 'ledger check',
  summary: 'rebuilds every account from the journal and compares; exits with 1 when they differ',
  required: {},
  async run(_options, { billing }) {
    const { balanced, accounts, transfers, openHolds, differences } = await billing.checkLedger({});
    const answer = { balanced, accounts, transfers, open_holds: openHolds };
    return balanced ? answer : { ...answer, differences };
  },
  isBad: (answer) => !(answer as { balanced: boolean }).balanced,
};
