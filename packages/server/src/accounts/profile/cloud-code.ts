import { findBrokenConstraint } from '../../platform/db/errors.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import { findAccountById, lockAccount, createCloudCode } from '../store.ts';

const presentCloudCode = (cloudCode: string) => ({ cloudCode, qrText: `northlight:cloud:${cloudCode}` });

/** Returns the caller's cloud code and the text of its QR code. */
export async function getCloudCode(context: RequestContext) {
  const { db } = context.services;
  return presentCloudCode((await findAccountById(db, getAccount(context).id)).cloud_code);
}

/** Replaces the caller's cloud code; the old code is invalid after the commit. */
export async function regenerateCloudCode(context: RequestContext) {
  const { id, account } = getAccount(context);
  for (;;) {
    const cloudCode = createCloudCode(context.services.entropy);
    try {
      await commitRequest(context, async (work) => {
        const { cloud_code: before } = await lockAccount(work.tx, id);
        await work.tx.updateTable('accounts').set({ cloud_code: cloudCode }).where('id', '=', id).execute();
        const audit = { action: 'account.cloud-code', object: account, before, after: cloudCode };
        await work.audit(audit);
      });
      return presentCloudCode(cloudCode);
    } catch (error) {
      // Tries another code, because another account has this one.
      if (findBrokenConstraint(error) === undefined) throw error;
    }
  }
}
