import { systemClock } from '@rotamer/kit/clock.ts';
import { mailTable } from '@rotamer/kit/mail/mailTable.ts';
import { createOffLinks } from '@rotamer/kit/mail/offLinks.ts';
import { readAllowList } from '@rotamer/kit/outgoing/allowList.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/service/run.ts';
import { openDatabase, openPublishingBus, sendMailsOf, serveRpcs } from '@rotamer/kit/service/serviceParts.ts';
import { configSchema } from './config.ts';
import type { Deps } from './deps.ts';
import { noticeMail } from './mails/noticeMail.ts';
import { startPurgingMails } from './mails/purgeMailRows.ts';
import { startMails } from './mails/startMails.ts';
import { startHandling } from './on/sourceEvents.ts';
import { rpcTable } from './rpcTable.ts';
import { openSender } from './webhooks/sending/sender.ts';
import { startDelivering } from './webhooks/work/deliver.ts';
import { startPurgingDeliveries } from './webhooks/work/purgeDeliveries.ts';
import { startPruning } from './work/pruneFeeds.ts';

await run('notifications', async (life) => {
  const { log, onStop } = life;
  const config = loadConfig(configSchema, process.env);
  const db = await openDatabase(life, config, import.meta.dirname);
  const { bus, signals } = await openPublishingBus(life, config, db);
  const { eventRetentionDays, webhookSecret } = config;
  const allow = readAllowList(config.webhookAllow);
  const deps: Deps = { db, clock: systemClock, signals, eventRetentionDays, webhookSecret, allow };

  onStop('pruning', startPruning({ ...deps, log }).stop);
  const sender = openSender({ allow });
  onStop('webhook sender', sender.close);
  onStop('webhooks', startDelivering({ ...deps, signals, sender, log }).stop);
  onStop('webhook purge', startPurgingDeliveries({ ...deps, log }).stop);
  onStop('mail purge', startPurgingMails({ db, log }).stop);
  const publicUrl = config.publicUrl.replace(/\/$/, '');
  const offLinks = createOffLinks({ publicUrl, secret: config.shareSecret });
  const queue = mailTable(db, { notice: noticeMail(offLinks, publicUrl) });
  // Without a mail server nobody would read what is recorded.
  if (sendMailsOf(queue, life, config, signals)) await startMails(life, config.postgresUrl, { ...deps, bus, signals });
  onStop('source events', await startHandling(deps, bus));

  await serveRpcs(life, config, rpcTable(deps));
});
