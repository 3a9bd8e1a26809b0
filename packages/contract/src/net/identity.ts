import { z } from 'zod';
import { secret } from '../kit/secret.ts';
import {
  CLAIM_CODE_LENGTH,
  parseClaimCode,
  parseSerialNumber,
  SERIAL_NUMBER,
  SERIAL_NUMBER_MAX,
  SERIAL_NUMBER_MIN,
} from './codes.ts';

/** Serial number as a user enters it: 16 to 32 letters or digits, stored in upper case (specification §5). */
export const serialNumber = z
  .string({ error: 'Enter the serial number.' })
  .overwrite((text) => parseSerialNumber(text) ?? text)
  .regex(
    SERIAL_NUMBER,
    `The serial number has ${SERIAL_NUMBER_MIN} to ${SERIAL_NUMBER_MAX} letters or digits.`,
  );

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
