import { type ErrorName, ERRORS, type FieldErrors } from '@northlight/contract';
import { Refusal } from './answers.ts';

/** Returns the answer of a request that the server refuses with an error of the catalogue. */
export function refuse(name: ErrorName, fields?: FieldErrors): Refusal {
  const { code, message, status } = ERRORS[name];
  return new Refusal(status, { code, message, ...(fields && { fields }) });
}
