import { createHash } from 'node:crypto';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { MAX_MESSAGE_BYTES } from '@rotamer/kit/grpc/maxMessageBytes.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { refuseUnsound } from '@rotamer/tools/shared/soundContract.ts';
import canonicalize from 'canonicalize';

/** A contract as jobs pin it. */
export interface CatalogueTool {
  contract: ToolContract;
  /** SHA-256 of the contract's canonical JSON, hex. */
  digest: string;
  /** What jobs and runners match on, with the id. */
  major: number;
}

export interface Catalogue {
  list(): CatalogueTool[];
  /** Throws not_found. */
  get(id: string): CatalogueTool;
}

/** Contracts that are sent together as the list of tools; the rest is for ids and versions. */
const MAX_BYTES = Math.floor(0.9 * MAX_MESSAGE_BYTES);

/** Throws for a contract that no service should offer, and for more of them than one answer holds. */
export function createCatalogue(contracts: ToolContract[]): Catalogue {
  const tools = new Map<string, CatalogueTool>();
  let bytes = 0;
  for (const contract of contracts) {
    refuseUnsound(contract);
    const canonical = canonicalize(contract)!;
    const digest = createHash('sha256').update(canonical).digest('hex');
    bytes += Buffer.byteLength(canonical);
    tools.set(contract.id, { contract, digest, major: Number(contract.version.split('.')[0]) });
  }
  if (bytes > MAX_BYTES)
    throw new Error(
      `the contracts of ${tools.size} tools have ${bytes} bytes together, at most ${MAX_BYTES} can be sent as one list: ` +
        'take tools out of ROTAMER_TOOLS_FOLDERS, or shorten what their contracts say',
    );
  return {
    list: () => [...tools.values()],
    get: (id) => {
      const tool = tools.get(id);
      if (!tool) throw notFound('tool');
      return tool;
    },
  };
}

/** Keeps every contract there ever was, so that an old job's contract can still be read. */
export async function recordContracts(db: Queryable, catalogue: Catalogue): Promise<void> {
  const tools = catalogue.list();
  await db.query(
    `insert into tools (id, version, digest, contract)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[])
     on conflict do nothing`,
    [
      tools.map(({ contract }) => contract.id),
      tools.map(({ contract }) => contract.version),
      tools.map(({ digest }) => digest),
      tools.map(({ contract }) => JSON.stringify(contract)),
    ],
  );
}
