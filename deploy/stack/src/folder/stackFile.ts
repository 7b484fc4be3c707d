import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** `stack.json`: describes a running stack to scripts and tests. */
export interface StackFile {
  /** Base URL of the public API: the first gateway. */
  base_url: string;
  /** An API key of the demo workspace with every scope. */
  api_key: string;
  /**
   * Every process. `address` is its `host:port` for gRPC, PostgreSQL, Kafka, S3, or HTTP of compat; null for a service that is never called.
   */
  services: Record<string, { pid: number; address: string | null }[]>;
  /** The base URLs of all gateways. */
  urls: string[];
}

/** Writes the file atomically. It contains an API key, so only its owner may read it. */
export function writeStackFile(file: string, content: StackFile): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Reads the file of the stack that runs, or has crashed, on this data folder. */
export function readStackFile(file: string): StackFile | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StackFile) : undefined;
}

export function removeStackFile(file: string): void {
  rmSync(file, { force: true });
}
