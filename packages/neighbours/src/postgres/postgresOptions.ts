/** The options of an embedded PostgreSQL server. */
export interface PostgresOptions {
  /** The folder of the cluster, password, port and log. Created if missing. */
  dataDir: string;
  /** TCP port on 127.0.0.1. Without one (or 0): the port of the last start when it is free, else any free one. */
  port?: number;
  /** Databases to create when they are missing. */
  databases: string[];
  /**
   * Server settings, e.g. `{ fsync: 'off' }` for a temporary server. A server that is already running keeps its own.
   */
  settings?: Record<string, string>;
  /** Where the server's log is appended; default `<dataDir>/postgres.log`. */
  logFile?: string;
}
