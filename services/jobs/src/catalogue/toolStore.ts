import { createHash } from 'node:crypto';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { MAX_MESSAGE_BYTES } from '@rotamer/kit/grpc/encodedBytes.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { refuseUnsound } from '@rotamer/tools/shared/soundContract.ts';
import canonicalize from 'canonicalize';

/** A tool's contract with the digest and version that a job stores. */
export interface CatalogueTool {
  contract: ToolContract;
  /** SHA-256 of the contract's canonical JSON, hex. */
  digest: string;
  /** Major version: jobs and runners match on the id and this number. */
  major: number;
}

export interface Catalogue {
  list(): CatalogueTool[];
  /**
   * Returns a tool.
   *
   * @throws not_found
   */
  get(id: string): CatalogueTool;
}

/** Most bytes of all contracts, which are sent as one list; the rest of the message is for ids and versions. */
const MAX_BYTES = Math.floor(0.9 * MAX_MESSAGE_BYTES);

/**
 * Creates the catalogue.
 *
 * @throws Error for a contract that is not sound, and for more contracts than fit into one response.
 */
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

/** Stores the contracts. Old ones are never deleted, so that the contract of an old job can still be read. */
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
