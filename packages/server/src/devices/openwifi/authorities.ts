import { X509Certificate } from 'node:crypto';
import { AUTHORITIES_MAX, DomainError, type TrustedAuthority } from '@northlight/contract';
import { createRandomId } from '@northlight/runtime';
import type { Selectable } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { findBrokenConstraint } from '../../platform/db/errors.ts';
import { lockLimitKey } from '../../platform/db/limits.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import type { TrustedAuthorityTable } from '../tables.ts';
import { checkAuthority } from './check-authority.ts';

const ALREADY_REGISTERED = 'This authority is registered already. An authority belongs to one account.';

const createRejection = (message: string): DomainError =>
  new DomainError('invalidParameters', { message, fields: { pem: message } });

/** Lists the caller's authorities, oldest first. */
export async function listAuthorities(db: DbOrTx, accountId: string): Promise<TrustedAuthority[]> {
  const rows = await db
    .selectFrom('trusted_authorities')
    .selectAll('trusted_authorities')
    .select((query) =>
      query
        .selectFrom('openwifi_links')
        .select((count) => count.fn.countAll<number>().as('devices'))
        .whereRef('openwifi_links.account_id', '=', 'trusted_authorities.account_id')
        .whereRef('openwifi_links.key_hash', '=', 'trusted_authorities.key_hash')
        .as('devices'),
    )
    .where('account_id', '=', accountId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => present(row, row.devices ?? 0));
}

type AuthorityRow = Omit<
  Selectable<TrustedAuthorityTable>,
  'refused_at' | 'refused_device' | 'refused_reason'
> &
  Partial<Selectable<TrustedAuthorityTable>>;

function present(row: AuthorityRow, devices: number): TrustedAuthority {
  const certificate = new X509Certificate(row.pem);
  return {
    id: row.id,
    name: /^CN=(.+)$/m.exec(row.subject)?.[1] ?? row.subject.replaceAll('\n', ', '),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notAfter: certificate.validToDate.toISOString(),
    addedAt: row.added_at.toISOString(),
    devices,
    ...(row.refused_at && {
      lastRefusal: {
        at: row.refused_at.toISOString(),
        device: row.refused_device ?? '',
        reason: row.refused_reason ?? '',
      },
    }),
  };
}

/** Trusts an authority for the caller; throws a DomainError on the field `pem` when it is not acceptable. */
export async function addAuthority(context: RequestContext, pem: string): Promise<TrustedAuthority> {
  const { clock, db, entropy } = context.services;
  const { id: accountId } = getAccount(context);
  const now = clock.now();
  const checked = checkAuthority(pem, now);
  if (typeof checked === 'string') throw createRejection(checked);
  const { certificate, keyHash, name } = checked;
  if (context.services.isOwnAuthority(certificate))
    throw createRejection('This is the authority of this server itself. Add the authority of your devices.');
  const row = {
    id: createRandomId(entropy, now),
    account_id: accountId,
    key_hash: keyHash,
    subject: certificate.subject,
    pem: certificate.toString(),
    added_at: new Date(now),
  };
  await commitRequest(context, async (work) => {
    const { tx } = work;
    await lockLimitKey(tx, `authorities:${accountId}`);
    const { count } = await tx
      .selectFrom('trusted_authorities')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (count >= AUTHORITIES_MAX)
      throw createRejection(`The limit of ${AUTHORITIES_MAX} authorities is reached. Remove one first.`);
    await tx.insertInto('trusted_authorities').values(row).execute();
    await work.audit({
      action: 'authority.add',
      object: name,
      after: certificate.fingerprint256,
    });
  }).catch((error: unknown) => {
    throw findBrokenConstraint(error) === 'trusted_authorities_key'
      ? createRejection(ALREADY_REGISTERED)
      : error;
  });
  return present(row, await countDevices(db, accountId, keyHash));
}

/**
 * Returns the number of an authority's devices. An authority that is added again regains its devices from
 * before its removal.
 */
async function countDevices(db: DbOrTx, accountId: string, keyHash: string): Promise<number> {
  const { count } = await db
    .selectFrom('openwifi_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirstOrThrow();
  return count;
}

/** Removes an authority of the caller: disconnects its devices and deletes its pending ones. */
export async function removeAuthority(context: RequestContext, authorityId: string): Promise<void> {
  const { id: accountId } = getAccount(context);
  await commitRequest(context, async (work) => {
    const row = await work.tx
      .deleteFrom('trusted_authorities')
      .where('id', '=', authorityId)
      .where('account_id', '=', accountId)
      .returning(['key_hash', 'subject', 'pem'])
      .executeTakeFirst();
    if (!row)
      throw new DomainError('invalidParameters', {
        status: 404,
        message: 'The account has no such authority.',
      });
    await work.tx
      .deleteFrom('waiting_devices')
      .where('account_id', '=', accountId)
      .where('key_hash', '=', row.key_hash)
      .execute();
    await work.audit({
      action: 'authority.remove',
      object: /^CN=(.+)$/m.exec(row.subject)?.[1] ?? row.subject,
      before: new X509Certificate(row.pem).fingerprint256,
    });
    work.distrusted(accountId, row.key_hash);
    work.liveTo([accountId], 'waitingDevices');
  });
}
