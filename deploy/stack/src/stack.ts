import type { DataPaths } from './folder/paths.ts';

/** A running stack. */
export interface Stack {
  paths: DataPaths;
  /** Base URL at which this machine reaches the first gateway. */
  baseUrl: string;
  /** Base URL at which other machines reach it, if the user has set one. */
  publicUrl?: string;
  urls: string[];
  /** Base URL of the protocols of other services; undefined where they are left out. */
  protocolsUrl?: string;
  /** Base URL of the dashboards of `--observe`. */
  dashboardsUrl?: string;
  apiKey: string;
  /** A link that signs in as the owner of the first workspace, once; undefined where other machines may reach the stack. */
  loginUrl?: string;
  /** Drains and stops everything, in order. */
  stop(): Promise<void>;
  /** Kills all processes. */
  kill(): void;
}
