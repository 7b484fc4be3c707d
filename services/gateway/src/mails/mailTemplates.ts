import type { MailTemplate } from '@rotamer/kit/mail/mailTable.ts';

/** Returns the template of each kind of mail that the gateway sends, by its name. */
export function mailTemplates(_publicUrl: string): Record<string, MailTemplate> {
  return {};
}
