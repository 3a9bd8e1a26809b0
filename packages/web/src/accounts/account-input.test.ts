import { describe, expect, it } from 'vitest';
import {
  findAccountError,
  parseAccountInput,
  findCodeAccountError,
  findCodeDigits,
} from './account-input.ts';

const sms = { enabled: true, value: { via: 'server' } } as const;
const options = { dialCode: '351', sms, codeDigits: { mail: 6, sms: 4 } };

describe('the account field', () => {
  it('accepts addresses and numbers, with or without a country code', () => {
    expect(parseAccountInput(' Ana@Example.com ', options)).toBe('ana@example.com');
    expect(parseAccountInput('912 345 678', options)).toBe('+351912345678');
    expect(parseAccountInput('+44 7700 900123', options)).toBe('+447700900123');
    expect(parseAccountInput('137 0000 0001', undefined)).toBe('+8613700000001');
  });

  it('reports the reason for each invalid account', () => {
    expect(findAccountError('', options).account).toMatch(/^Enter your/);
    expect(findAccountError('ana', options).account).toMatch(/^Enter a valid/);
    expect(findAccountError('ana@example.com', options)).toEqual({});
  });

  it('rejects mobile numbers if the installation cannot send text messages', () => {
    const off = { ...options, sms: { enabled: false, reason: 'No gateway.' } as const };
    expect(findCodeAccountError('912345678', off)).toEqual({ account: 'No gateway.' });
    expect(findCodeAccountError('ana@example.com', off)).toEqual({});
    expect(findCodeAccountError('912345678', options)).toEqual({});
  });

  it('returns the code length for numbers and addresses', () => {
    expect(findCodeDigits('+351912345678', options)).toBe(4);
    expect(findCodeDigits('ana@example.com', options)).toBe(6);
    expect(findCodeDigits('ana@example.com', undefined)).toBeUndefined();
  });
});
