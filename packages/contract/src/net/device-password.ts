import { z } from 'zod';

export const DEVICE_PASSWORD_MIN = 8;
export const DEVICE_PASSWORD_MAX = 64;
export const DEVICE_PASSWORD_SIGNS = '!#$%&*+,-.:;=@^_';

const CLASSES = [/[A-Z]/, /[a-z]/, /[0-9]/, /[!#$%&*+,\-.:;=@^_]/];

/** Rule for device passwords (specification §5). Account passwords have no rule about kinds of characters. */
export const devicePassword = z
  .string({ error: 'Enter a password.' })
  .min(DEVICE_PASSWORD_MIN, `The password must have at least ${DEVICE_PASSWORD_MIN} characters.`)
  .max(DEVICE_PASSWORD_MAX, `The password must have at most ${DEVICE_PASSWORD_MAX} characters.`)
  .regex(/^[0-9A-Za-z!#$%&*+,\-.:;=@^_]*$/, `Use letters, digits and ${DEVICE_PASSWORD_SIGNS} only.`)
  .refine(
    (text) => CLASSES.filter((characters) => characters.test(text)).length >= 3,
    `Use three of these: upper-case letters, lower-case letters, digits, and ${DEVICE_PASSWORD_SIGNS}`,
  );
