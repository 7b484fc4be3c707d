/** What an embedded PostgreSQL server is started with. */
export interface PostgresOptions {
  /** Everything is kept below this folder: cluster, password, port, log. Made when missing. */
  dataDir: string;
  /** TCP port on 127.0.0.1. Without one (or 0): the port of the last start when it is free, else any free one. */
  port?: number;
  /** Databases to create when they are missing. */
  databases: string[];
  /** Server settings, e.g. `{ fsync: 'off' }` for a throw-away server. A server that already runs keeps its own. */
  settings?: Record<string, string>;
  /** Where the server's log is appended; default `<dataDir>/postgres.log`. */
  logFile?: string;
}
