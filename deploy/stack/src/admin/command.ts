import type { Clients } from './clients.ts';

/** What every operators' command says of itself; what it answers is printed as one JSON object. */
interface AnyCommand {
  /** Its words, e.g. `workspace create`. */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Options without which it makes no sense, and how their values look. */
  required: Record<string, string>;
  optional?: Record<string, string>;
  /** Whether this answer means that something is wrong, so that the command exits with 1. */
  isBad?(answer: object): boolean;
}

/** A command that asks services. */
export interface Command extends AnyCommand {
  /**
   * Does it.
   *
   * @throws WrongCall for an option it cannot read, Fault for what a service refuses.
   */
  run(options: Record<string, string>, clients: Clients): Promise<object>;
}

/** A command that prepares a neighbour before any service runs. */
export interface ProvisionCommand extends AnyCommand {
  /**
   * Does it, with the settings that services are given too.
   *
   * @throws WrongCall for an option it cannot read or a setting that is missing.
   */
  provision(options: Record<string, string>, env: NodeJS.ProcessEnv): Promise<object>;
}
