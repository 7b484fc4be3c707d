/** Why a request got no response. */
export interface NetworkReason {
  /** Text for people. */
  text: string;
  /** Whether the request may have been sent. If false, no connection was made and it had no effect. */
  wasSent: boolean;
  /** Whether another attempt would fail too. */
  isFinal: boolean;
}

const neverSent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

const trust =
  'Name the file of the authority that signed it, in PEM: NODE_EXTRA_CA_CERTS=/path/to/ca.pem, set before the program starts';

/** TLS errors, which another attempt does not change. */
const certificates: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `the certificate of the server is self-signed. ${trust}`,
  SELF_SIGNED_CERT_IN_CHAIN: `the certificate of the server is signed by an authority that is not trusted. ${trust}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `the server does not send the certificate of the authority that signed its own. ${trust}`,
  UNABLE_TO_GET_ISSUER_CERT: `the certificate of the server is signed by an authority that is not known. ${trust}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `the certificate of the server is signed by an authority that is not known. ${trust}`,
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  CERT_NOT_YET_VALID: 'the certificate of the server is not valid yet. Compare the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS at this port. Use http:// or another port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not speak TLS at this port. Use http:// or another port',
};

/** Texts for codes that say little by themselves. */
const words: Record<string, string> = {
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete (UND_ERR_SOCKET)',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time (UND_ERR_CONNECT_TIMEOUT)',
  ENOTFOUND: 'the host name is not known (ENOTFOUND)',
};

/** Explains an error of fetch. The reason is in its cause, and the message "fetch failed" does not help. */
export function networkReason(error: unknown): NetworkReason {
  const { code, message } = innermost(error);
  if (code !== undefined && Object.hasOwn(certificates, code)) {
    return { text: `${certificates[code]} (${code}).`, wasSent: false, isFinal: true };
  }
  const bare = code?.startsWith('UND_ERR') ? `${message} (${code})` : code;
  const known = code !== undefined && Object.hasOwn(words, code) ? words[code] : bare;
  return {
    text: known ?? message ?? String(error),
    wasSent: code === undefined || !neverSent.includes(code),
    isFinal: false,
  };
}

/** Returns the first error in a chain of causes that has a code, else the last error. */
function innermost(error: unknown): { code?: string; message?: string } {
  let current = error as { code?: unknown; message?: string; cause?: unknown };
  for (let depth = 0; depth < 5; depth++) {
    if (typeof current?.code === 'string') return { code: current.code, message: current.message };
    if (typeof current?.cause !== 'object' || current.cause === null) break;
    current = current.cause as typeof current;
  }
  return { message: current?.message };
}
