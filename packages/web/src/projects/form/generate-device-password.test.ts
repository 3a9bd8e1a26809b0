import { devicePassword } from '@northlight/contract/net';
import { expect, it } from 'vitest';
import { generateDevicePassword } from './generate-device-password.ts';

it('generates passwords that follow the rule of devices and differ', () => {
  const passwords = Array.from({ length: 200 }, () => generateDevicePassword());
  for (const password of passwords) {
    expect(devicePassword.safeParse(password).error?.issues).toBeUndefined();
    expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[-.,+#]).{16}$/);
    expect(password).not.toMatch(/[IlO01]/);
  }
  expect(new Set(passwords).size).toBe(passwords.length);
});

it('discards bytes that would make some characters more likely', () => {
  const bytes = [255, 3];
  const random = () => new Uint8Array([bytes.shift() ?? 5]);
  // The byte 255 is rejected, because it is above the last multiple of 24; the first letter comes from the
  // byte 3.
  expect(generateDevicePassword(random)).toContain('D');
});
