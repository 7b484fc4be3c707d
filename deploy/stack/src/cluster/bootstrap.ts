// node bootstrap.ts: creates the first workspace of a cluster with a user and a key, and writes the key to an existing Secret.
// A Job of the chart runs it. A Secret that already has a key stays unchanged.

import { CoreV1Api, KubeConfig, PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { openClients } from '../admin/clients.ts';
import { createFirstKey } from '../admin/createFirstKey.ts';
import { findAccess } from '../admin/findAccess.ts';

const {
  BOOTSTRAP_SECRET: name = '',
  BOOTSTRAP_WORKSPACE: workspace = 'Lab',
  BOOTSTRAP_PLAN: plan = 'PRO',
} = process.env;
const { BOOTSTRAP_CREDITS: credits = '1000', BOOTSTRAP_EMAIL: email = 'owner@rotamer.example' } = process.env;

const kube = new KubeConfig();
kube.loadFromCluster();
const namespace = kube.getContextObject(kube.getCurrentContext())?.namespace ?? 'default';
const core = kube.makeApiClient(CoreV1Api);

const secret = await core.readNamespacedSecret({ name, namespace });
if (secret.data?.key) {
  console.log(JSON.stringify({ message: `${name} has a key` }));
} else {
  const clients = openClients(findAccess('', process.env));
  const made = await createFirstKey({ workspace, plan, credits, email }, clients).finally(clients.close);
  const body = { stringData: { key: made.key, workspace: made.workspace } };
  const merge = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
  await core.patchNamespacedSecret({ name, namespace, body }, merge);
  console.log(JSON.stringify({ message: `wrote a key to ${name}`, workspace: made.workspace }));
}
