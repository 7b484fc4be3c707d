/** Shown instead of the URL or of a part of it: the mistake may be in the password. */
const EXAMPLE = 'postgresql://user:password@host:5432/database';
const ENCODE =
  'A character of the password other than letters, digits and - . _ ~ must be percent-encoded: @ is %40, : is %3A, / is %2F, ? is %3F, # is %23, % is %25.';

/**
 * Throws when a PostgreSQL URL is ambiguous: with an unescaped `@` or `/` in a password, a part of the password would
 * become the host.
 *
 * @throws Error that names the setting and the way out, and no part of the URL
 */
export function checkPostgresUrl(url: string, setting: string): void {
  if (isAmbiguous(url)) throw new Error(`${setting}: user and password cannot be told from the host. ${ENCODE}`);
  if (!isUrl(url)) throw new Error(`${setting} is not a URL like ${EXAMPLE}. ${ENCODE}`);
}

function isAmbiguous(url: string): boolean {
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  const [user, ...hosts] = authority.split('@');
  if (hosts.length > 1) return true;
  if (hosts.length === 1) return /%(?![\da-f]{2})/i.test(user!);
  // Without a user, an @ after the host is valid in `?user=`. After `user:secret/`, an @ ends the password.
  const [path = ''] = rest.split('?');
  return rest.includes('@') && (path.includes('@') || !/^[^:]*(:\d*)?$|^\[/.test(authority) || rest.includes('#'));
}

function isUrl(url: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(url)) return false;
  // pg takes the folder of a socket from `?host=`; the URL then has no host before it.
  return URL.canParse(url.replace('@/', '@socket/'));
}

/** Error codes with which TLS refuses a server's certificate. */
const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_ALTNAME_INVALID)/;

/** Returns advice for a connection that failed with this error, to append to its message. Empty when the message is enough. */
export function connectionAdvice(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (UNTRUSTED.test(code ?? '') || /self-signed certificate/.test(message ?? '')) {
    return (
      ' The server’s certificate is not trusted. Name its authority in the URL, ?sslmode=verify-full&sslrootcert=/path/to/ca.pem, ' +
      'or encrypt without proof of who answers: ?sslmode=no-verify.'
    );
  }
  if (/does not support SSL/.test(message ?? '')) return ' Leave sslmode out of the URL, or set up TLS on the server.';
  return '';
}
