import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { Clients } from './clients.ts';

/** The declaration shared by all admin commands. The result is printed as one JSON object. */
interface AnyCommand {
  /** The command's name, e.g. `workspace create`. */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Required options, with a placeholder for their values. */
  required: Record<string, string>;
  optional?: Record<string, string>;
  /** Whether the command only reads; every other command is recorded in the audit log. */
  isRead?: true;
  /** Returns whether a result reports a problem, so that the command exits with 1. */
  isBad?(answer: object): boolean;
}

/** A command that calls services. */
export interface Command extends AnyCommand {
  /**
   * Runs the command; `openStore` opens the blob store of the services, and `datasets` is the folder of reference data.
   *
   * @throws WrongCall for an invalid option, Fault when a service rejects the call.
   */
  run(
    options: Record<string, string>,
    clients: Clients,
    openStore?: () => Promise<Blobs>,
    datasets?: string,
  ): Promise<object>;
}

/** A command that prepares Kafka or S3 before any service runs. */
export interface ProvisionCommand extends AnyCommand {
  /**
   * Runs the command with the same settings as the services.
   *
   * @throws WrongCall for an invalid option or a missing setting.
   */
  provision(options: Record<string, string>, env: NodeJS.ProcessEnv): Promise<object>;
}
