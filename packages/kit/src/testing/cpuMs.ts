/** Milliseconds of CPU time that this thread has taken so far. A difference hardly depends on what else the machine does. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
