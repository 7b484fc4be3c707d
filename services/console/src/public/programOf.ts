/** Returns the name of a browser and its system, as far as its user agent names them: `Firefox, Linux`. */
export function programOf(agent: string): string {
  // Chromium's browsers also name Chrome and Safari, so the order matters.
  const browser = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari', 'rotamer'].find((name) => agent.includes(name));
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'].find((name) => agent.includes(name));
  const names: Record<string, string> = {
    Edg: 'Edge',
    OPR: 'Opera',
    'Mac OS X': 'macOS',
    rotamer: 'Rotamer command line',
  };
  const known = [browser, system].filter((name) => name !== undefined).map((name) => names[name] ?? name);
  return known.join(', ') || agent.slice(0, 60) || 'unknown';
}
