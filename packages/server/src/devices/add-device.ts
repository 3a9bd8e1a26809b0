import { DomainError, type newDevice } from '@northlight/contract';
import type { z } from 'zod';
import type { RequestContext } from '../platform/http/request-context.ts';
import type { ClaimError } from './check-claims.ts';
import { claimDevices } from './claim.ts';
import { hashClaimCode } from './base-devices.ts';

/** Adds one device and returns its id. Throws an error of the claim at the field that caused it. */
export async function addDevice(
  context: RequestContext,
  { claimCode, name, sn }: z.output<typeof newDevice>,
): Promise<string> {
  const claim = { sn, claimHash: hashClaimCode(sn, claimCode), name, row: 1 };
  const [result] = await claimDevices(context, [claim], 'all');
  if (!result) throw new Error('One claim has one result.');
  const { deviceId, error } = result;
  if (deviceId !== undefined) return deviceId;
  if (!error) throw new Error('A claim without an error adds its device.');
  throw createClaimRefusal(error, context.services.clock.now());
}

/** Returns the error of a refused claim at the field that caused it. */
export function createClaimRefusal(
  { errorName, field, message, until }: ClaimError,
  now: number,
): DomainError {
  // Gives the same error for a serial number of this project and one of another project, so that serial
  // numbers cannot be probed.
  if (errorName === 'claimRefused' || errorName === 'serialNumberExists') {
    const refusal = new DomainError('claimRefused');
    return new DomainError('claimRefused', { fields: { claimCode: refusal.message } });
  }
  // Reports the limit of wrong claim codes without a field, because it concerns the account.
  if (until)
    return new DomainError(errorName, {
      message,
      retryAfterSeconds: Math.ceil((until.getTime() - now) / 1000),
    });
  return new DomainError(errorName, { message, fields: { [field]: message } });
}
