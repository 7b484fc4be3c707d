import { List } from '../http/list.ts';
import type { CallOptions, RequestOptions, Transport } from '../http/transport.ts';
import type { CurrentSession, PersonSession, SessionEnd, WorkspaceMembership } from '../types.ts';

/** The session or API key of the client, the sessions of its person, and the person's workspaces. */
export class Session {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the person and workspace of the session or API key. */
  get(options: CallOptions = {}): Promise<CurrentSession> {
    return this.#send('GET', '/session', { ...options, object: 'current_session' });
  }

  /** Switches to another workspace of the person. */
  update(body: { workspace_id: string }, options: CallOptions = {}): Promise<CurrentSession> {
    return this.#send('PATCH', '/session', { ...options, body, repeat: 'safe', object: 'current_session' });
  }

  /** Ends the session of the client. */
  signOut(options: CallOptions = {}): Promise<SessionEnd> {
    return this.#send('DELETE', '/session', { ...options, repeat: 'once', object: 'session_end' });
  }

  list(filter: { of?: 'me' | 'workspace'; limit?: number } = {}, options: CallOptions = {}): List<PersonSession> {
    return new List(this.#transport, '/sessions', { ...filter }, options);
  }

  end(sessionId: string, options: CallOptions = {}): Promise<SessionEnd> {
    const path = `/sessions/${encodeURIComponent(sessionId)}`;
    return this.#send('DELETE', path, { ...options, repeat: 'once', object: 'session_end' });
  }

  /** Ends all other sessions of the person. */
  endOthers(options: CallOptions = {}): Promise<SessionEnd> {
    return this.#send('DELETE', '/sessions', { ...options, repeat: 'safe', object: 'session_end' });
  }

  workspaces(filter: { limit?: number } = {}, options: CallOptions = {}): List<WorkspaceMembership> {
    return new List(this.#transport, '/workspaces', { ...filter }, options);
  }

  async #send<Body>(method: string, path: string, options: RequestOptions): Promise<Body> {
    return (await this.#transport.request<Body>(method, path, options)).body;
  }
}
