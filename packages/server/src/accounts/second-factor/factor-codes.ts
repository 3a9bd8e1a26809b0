import { createHmac } from 'node:crypto';
import { RECOVERY_CODES } from '@northlight/contract';
import { Secret as OtpSecret, TOTP } from 'otpauth';
import { insertRows } from '../../platform/db/insert-rows.ts';
import { Secret } from '../../platform/secrets/envelope.ts';
import type { Services } from '../../services.ts';
import { openAccountSecret } from '../account-secrets.ts';
import type { AccountRow } from '../store.ts';
import type { RequestWork } from '../../platform/http/commit-request.ts';

const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LENGTH = 10;

const createTotp = (secret: Secret, account: string): TOTP =>
  new TOTP({
    issuer: 'Northlight',
    label: account,
    secret: OtpSecret.fromBase32(secret.reveal()),
    period: STEP_SECONDS,
  });

/** Creates a secret for an authenticator app, in Base32. */
export const createFactorSecret = ({ entropy }: Pick<Services, 'entropy'>): Secret =>
  new Secret(new OtpSecret({ buffer: Uint8Array.from(entropy.bytes(SECRET_BYTES)).buffer }).base32);

/** Returns the `otpauth://totp/…` URI for the QR code. */
export const formatFactorUri = (secret: Secret, account: string): string =>
  createTotp(secret, account).toString();

/** Returns the time step of a code, with a tolerance of one step (30 s); undefined for a wrong code. */
export function findMatchingStep(
  secret: Secret,
  account: string,
  code: string,
  now: number,
): number | undefined {
  const delta = createTotp(secret, account).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

/**
 * Uses up a code: one of the authenticator app with a later time step than the last accepted code, or an unused recovery
 * code. Resolves to undefined for an invalid code. The account's row must be locked.
 */
export async function redeemFactorCode(
  work: RequestWork,
  account: AccountRow,
  text: string,
): Promise<'authenticator' | 'recovery code' | undefined> {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  const now = work.services.clock.now();
  if (!/^\d{6}$/.test(code)) return spendRecoveryCode(work, account.id, code, new Date(now));
  const secret = openAccountSecret(work.services, account, 'factor_secret');
  const step = secret && findMatchingStep(secret, account.account, code, now);
  if (step === undefined || step <= (account.factor_last_step ?? -1)) return undefined;
  await work.tx
    .updateTable('accounts')
    .set({ factor_last_step: step })
    .where('id', '=', account.id)
    .execute();
  return 'authenticator';
}

/** Hashes with a server key, because short codes could be guessed from plain hashes. */
function hashRecoveryCode({ envelope }: Pick<Services, 'envelope'>, accountId: string, code: string): string {
  const plain = code.replaceAll('O', '0').replace(/[IL]/g, '1');
  return createHmac('sha256', envelope.derive('recovery', accountId)).update(plain).digest('hex');
}

async function spendRecoveryCode(
  work: RequestWork,
  accountId: string,
  code: string,
  now: Date,
): Promise<'recovery code' | undefined> {
  const used = await work.tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashRecoveryCode(work.services, accountId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n ? 'recovery code' : undefined;
}

/** Replaces the recovery codes of an account and returns them once. */
export async function renewRecoveryCodes(work: RequestWork, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(work.services.entropy.bytes(RECOVERY_LENGTH), (byte) => ALPHABET[byte % 32]).join(''),
  );
  await work.tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const rows = codes.map((code) => ({
    account_id: accountId,
    code_hash: hashRecoveryCode(work.services, accountId, code),
    used_at: null,
  }));
  await insertRows(work.tx, 'recovery_codes', rows).execute();
  return codes.map((code) => `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`);
}
