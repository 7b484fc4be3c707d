/** Returns the CPU time of this thread so far, in milliseconds. Differences hardly depend on other load of the machine. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
