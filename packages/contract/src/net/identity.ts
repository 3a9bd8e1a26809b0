import { z } from 'zod';
import { secret } from '../kit/secret.ts';

export const SERIAL_NUMBER_MIN = 16;
export const SERIAL_NUMBER_MAX = 32;

/** Serial number: 16 to 32 letters or digits, compared and stored in upper case (specification §5). */
export const serialNumber = z
  .string({ error: 'Enter the serial number.' })
  .trim()
  .toUpperCase()
  .regex(
    new RegExp(`^[0-9A-Z]{${SERIAL_NUMBER_MIN},${SERIAL_NUMBER_MAX}}$`),
    `The serial number has ${SERIAL_NUMBER_MIN} to ${SERIAL_NUMBER_MAX} letters or digits.`,
  );

/** Crockford's base32, without the ambiguous letters I, L, O and U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CLAIM_CODE_LENGTH = 10;
const CLAIM_CODE = new RegExp(`^[${CROCKFORD}]{${CLAIM_CODE_LENGTH}}$`);

/** Returns the canonical form of an entered claim code; undefined if it is invalid. */
export function parseClaimCode(text: string): string | undefined {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return CLAIM_CODE.test(code) ? code : undefined;
}

/**
 * Claim code as a user enters it: in any case, with hyphens and spaces, and with letters that look like
 * digits.
 */
export const claimCode = secret(
  z
    .string({ error: 'Enter the claim code.' })
    .overwrite((text) => parseClaimCode(text) ?? text)
    .refine(
      (text) => parseClaimCode(text) !== undefined,
      `The claim code on the label has ${CLAIM_CODE_LENGTH} letters and digits.`,
    ),
);
