import { operation } from '../../operation/operation.ts';
import { account } from '../../schemas/account.ts';
import { ref } from '../../schemas/build.ts';

/** GET /account: the API key, its workspace, credits and limits. */
export const getAccount = operation({
  id: 'getAccount',
  method: 'GET',
  path: '/account',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'always' },
  tag: 'Account',
  summary: 'Get the account of the API key',
  responses: { 200: { body: ref(account) } },
  errors: [],
  sample: { call: 'account', cli: 'account' },
});
