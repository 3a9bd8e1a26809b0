import {
  COMPANY_CHANGE_DAYS,
  DomainError,
  ERRORS,
  isMobile,
  type LengthUnit,
  type Profile,
} from '@northlight/contract';
import type { Updateable } from 'kysely';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import { formatAvatarUrl, formatAccountLabel } from '../present.ts';
import { type AccountRow, findAccountById, lockAccount, toPrincipalAccount } from '../store.ts';
import type { AccountTable } from '../tables.ts';

const CHANGE_MS = COMPANY_CHANGE_DAYS * 86_400_000;

export interface ProfileChange {
  readonly nickname?: string | undefined;
  readonly roleTitle?: string | undefined;
  readonly lengthUnit?: LengthUnit | undefined;
  readonly companyName?: string | undefined;
  readonly companyLocation?: string | undefined;
}

/**
 * Returns the time at which a company name or location can change again, from its last change; undefined when
 * it can change now.
 */
function computeNextChange(changed: Date | null, now: number): Date | undefined {
  if (!changed || changed.getTime() + CHANGE_MS <= now) return undefined;
  return new Date(changed.getTime() + CHANGE_MS);
}

export function presentProfile(row: AccountRow, now: number): Profile {
  const nameAt = computeNextChange(row.company_name_changed_at, now)?.toISOString();
  const locationAt = computeNextChange(row.company_location_changed_at, now)?.toISOString();
  return {
    account: row.account,
    nickname: row.nickname,
    roleTitle: row.role_title,
    ...(row.email !== null && { email: row.email }),
    companyName: row.company_name,
    companyLocation: row.company_location,
    ...(nameAt !== undefined && { companyNameChangesAt: nameAt }),
    ...(locationAt !== undefined && { companyLocationChangesAt: locationAt }),
    ...(row.avatar_file !== null && { avatarUrl: formatAvatarUrl(row.avatar_file) }),
    label: formatAccountLabel(toPrincipalAccount(row)),
    lengthUnit: row.length_unit,
  };
}

export async function getProfile(context: RequestContext): Promise<Profile> {
  const { db, clock } = context.services;
  return presentProfile(await findAccountById(db, getAccount(context).id), clock.now());
}

/**
 * Changes the given fields. Company name and location can each change once a year. The first value of a field
 * does not count as a change.
 */
export async function updateProfile(context: RequestContext, change: ProfileChange): Promise<Profile> {
  const now = context.services.clock.now();
  return commitRequest(context, async (work) => {
    const { tx } = work;
    const row = await lockAccount(tx, work.account.id);
    const values: Updateable<AccountTable> = {
      ...selectPlainValues(row, change),
      ...toCompanyValues(row, change, now),
    };
    if (Object.keys(values).length === 0) return presentProfile(row, now);
    await tx.updateTable('accounts').set(values).where('id', '=', row.id).execute();
    const before = Object.keys(values).map((key) => [key, row[key as keyof AccountRow]]);
    await work.audit({
      action: 'account.profile',
      object: row.account,
      before: JSON.stringify(Object.fromEntries(before)),
      after: JSON.stringify(values),
    });
    return presentProfile(await findAccountById(tx, row.id), now);
  });
}

function selectPlainValues(
  row: AccountRow,
  { lengthUnit, nickname, roleTitle }: ProfileChange,
): Updateable<AccountTable> {
  return {
    ...(nickname !== undefined && nickname !== row.nickname && { nickname }),
    ...(roleTitle !== undefined && roleTitle !== row.role_title && { role_title: roleTitle }),
    ...(lengthUnit !== undefined && lengthUnit !== row.length_unit && { length_unit: lengthUnit }),
  };
}

function toCompanyValues(row: AccountRow, change: ProfileChange, now: number): Updateable<AccountTable> {
  const { companyName, companyLocation } = change;
  const name = companyName !== undefined && companyName !== row.company_name;
  const location = companyLocation !== undefined && companyLocation !== row.company_location;
  const isNameBlocked = name && computeNextChange(row.company_name_changed_at, now) !== undefined;
  const isLocationBlocked = location && computeNextChange(row.company_location_changed_at, now) !== undefined;
  const fields = {
    ...(isNameBlocked && { companyName: ERRORS.companyNameChanged.message }),
    ...(isLocationBlocked && { companyLocation: ERRORS.companyLocationChanged.message }),
  };
  if (isNameBlocked && isLocationBlocked) throw new DomainError('companyChanged', { fields });
  if (isNameBlocked) throw new DomainError('companyNameChanged', { fields });
  if (isLocationBlocked) throw new DomainError('companyLocationChanged', { fields });
  const at = new Date(now);
  return {
    ...(name && { company_name: companyName, company_name_changed_at: at }),
    ...(location && { company_location: companyLocation, company_location_changed_at: at }),
  };
}

/**
 * Returns the columns that change with the e-mail address. The sign-in name changes too if the account signs
 * in by e-mail.
 */
export const toEmailValues = (row: AccountRow, email: string): Updateable<AccountTable> =>
  isMobile(row.account) ? { email } : { email, account: email };
