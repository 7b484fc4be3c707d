import type { DataPaths } from './folder/paths.ts';

/** A running stack. */
export interface Stack {
  paths: DataPaths;
  /** Where this machine reaches the first gateway. */
  baseUrl: string;
  /** Where others reach it, if the user has said so. */
  publicUrl?: string;
  urls: string[];
  apiKey: string;
  /** Drains and stops everything, in order. */
  stop(): Promise<void>;
  /** Kills all processes. */
  kill(): void;
}
