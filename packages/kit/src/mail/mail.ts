/** A complete mail. Composing the same queued mail again gives the same mail, so that a repeat can be recognised. */
export interface Mail {
  /** Identifies the mail; also the name of its file in the local stack. */
  id: string;
  /** RFC 5322, with its angle brackets. */
  messageId: string;
  date: Date;
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  /** A URL that switches mails of this kind off with one POST, without signing in (RFC 8058). */
  unsubscribe?: string;
}

/** A mail that is never sent, because one of its fields would change other headers or name another recipient. */
export class UnsafeMail extends Error {}

/** Maximum length of an address, and of the part before its @ (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

/** Most characters of a subject; RFC 5322 allows 998 in a line. */
const MAX_SUBJECT = 200;

/** Characters of a dot-atom at a host (RFC 5322, 3.2.3): none of them separates addresses or ends a header. */
const ADDRESS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+$/;

/** Returns whether a text is one mail address, without a name, comment or quotes, within the lengths of RFC 5321. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS && text.lastIndexOf('@') <= MAX_LOCAL_PART && ADDRESS.test(text);
}

/**
 * The only check of what becomes a header: each mail passes it before it is sent.
 *
 * @throws UnsafeMail naming the field, never its value
 */
export function refuseUnsafeMail({ id, to, messageId, subject, unsubscribe }: Mail): void {
  if (!/^\w{1,100}$/.test(id)) throw new UnsafeMail('id');
  if (!isMailAddress(to)) throw new UnsafeMail('to');
  if (!/^<[\w.-]{1,200}@[\w.:[\]-]{1,255}>$/.test(messageId)) throw new UnsafeMail('messageId');
  if (subject.length > MAX_SUBJECT || /\p{Cc}/u.test(subject)) throw new UnsafeMail('subject');
  if (unsubscribe !== undefined && !/^https?:\/\/[!-;=?-~]{1,2000}$/.test(unsubscribe))
    throw new UnsafeMail('unsubscribe');
}
