import { List } from '../http/list.ts';
import type { CallOptions, RequestOptions, Transport } from '../http/transport.ts';
import type { Invitation, InvitationRequest, Member, MemberRemoval, Role } from '../types.ts';

/** The people of the workspace. */
export class Members {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(filter: { limit?: number } = {}, options: CallOptions = {}): List<Member> {
    return new List(this.#transport, '/members', { ...filter }, options);
  }

  /** Changes the role of a member, or your own name. */
  update(userId: string, body: { role?: Role; name?: string | null }, options: CallOptions = {}): Promise<Member> {
    return this.#send('PATCH', pathOf(userId), { ...options, body, repeat: 'safe', object: 'member' });
  }

  /** Removes a member, or leaves the workspace. API keys and sessions of the member end at once. */
  remove(userId: string, options: CallOptions = {}): Promise<MemberRemoval> {
    return this.#send('DELETE', pathOf(userId), { ...options, repeat: 'once', object: 'member_removal' });
  }

  /** Invites a person by mail. The link is only in the mail. */
  invite(body: InvitationRequest, options: CallOptions = {}): Promise<Invitation> {
    return this.#send('POST', '/members/invitations', { ...options, body, object: 'invitation' });
  }

  /** Lists open invitations, oldest first. */
  invitations(filter: { limit?: number; include_ended?: boolean } = {}, options: CallOptions = {}): List<Invitation> {
    return new List(this.#transport, '/members/invitations', { ...filter }, options);
  }

  resendInvitation(invitationId: string, options: CallOptions = {}): Promise<Invitation> {
    return this.#send('POST', `${invitationPath(invitationId)}/resend`, { ...options, object: 'invitation' });
  }

  withdrawInvitation(invitationId: string, options: CallOptions = {}): Promise<Invitation> {
    return this.#send('DELETE', invitationPath(invitationId), { ...options, repeat: 'safe', object: 'invitation' });
  }

  async #send<Body>(method: string, path: string, options: RequestOptions): Promise<Body> {
    return (await this.#transport.request<Body>(method, path, options)).body;
  }
}

function pathOf(userId: string): string {
  return `/members/${encodeURIComponent(userId)}`;
}

function invitationPath(invitationId: string): string {
  return `/members/invitations/${encodeURIComponent(invitationId)}`;
}
