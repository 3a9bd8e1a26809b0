import { z } from 'zod';

/**
 * Id of a secret that the server stores for a project. Documents contain the id in place of the secret; copies and earlier
 * versions of a document contain the same id.
 */
export const secretId = z.uuid();

/**
 * A secret in a document: the entered value, or the id of the stored secret. Both are absent while there is
 * no secret.
 */
export interface SecretSlot {
  readonly value?: string | undefined;
  readonly id?: string | undefined;
}
