/** Returns whether a URL certainly leads to this machine. */
export function isLoopback(text: unknown): text is string {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if ((protocol !== 'http:' && protocol !== 'https:') || username || password) return false;
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
