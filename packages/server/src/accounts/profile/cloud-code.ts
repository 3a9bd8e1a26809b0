import { brokenConstraint } from '../../platform/db/errors.ts';
import { auditRequest } from '../../platform/http/audit-request.ts';
import { accountOf, type RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { accountById, lockAccount, newCloudCode } from '../store.ts';

const presentCloudCode = (cloudCode: string) => ({ cloudCode, qrText: `northlight:cloud:${cloudCode}` });

/** The caller's cloud code, and what its QR code says. */
export async function getCloudCode({ db }: Services, context: RequestContext) {
  return presentCloudCode((await accountById(db, accountOf(context).id)).cloud_code);
}

/** Gives the caller another code; the old one is nobody's from the commit on. */
export async function regenerateCloudCode(services: Services, context: RequestContext) {
  const { id, account } = accountOf(context);
  for (;;) {
    const cloudCode = newCloudCode(services.entropy);
    try {
      await services.db.transaction().execute(async (tx) => {
        const { cloud_code: before } = await lockAccount(tx, id);
        await tx.updateTable('accounts').set({ cloud_code: cloudCode }).where('id', '=', id).execute();
        const audit = { action: 'account.cloud-code', object: account, before, after: cloudCode };
        await auditRequest(services, tx, context, audit);
      });
      return presentCloudCode(cloudCode);
    } catch (error) {
      // One in a million millions: another account has this code.
      if (brokenConstraint(error) === undefined) throw error;
    }
  }
}
