/** Whether a name fits a pattern with `*` and `?`, in time proportional to name × pattern at most. */
export function fitsPattern(name: string, pattern: string): boolean {
  let [n, p] = [0, 0];
  let [star, resume] = [-1, 0];
  while (n < name.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[n])) {
      n++;
      p++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++resume;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
