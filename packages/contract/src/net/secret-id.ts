import { z } from 'zod';

/**
 * Names a secret that the server keeps for a project: what a document carries instead of the secret itself, once it has
 * been typed. Copies and earlier versions of the document name the same one.
 */
export const secretId = z.uuid();

/** A secret as a document has it: as it was typed, or by the name under which the server keeps it; neither: none yet. */
export interface SecretSlot {
  readonly value?: string | undefined;
  readonly id?: string | undefined;
}
