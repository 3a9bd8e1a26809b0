import { describe, expect, it } from 'vitest';
import { emptyValues, stepErrors, findStep } from './wizard-steps.ts';

const values = emptyValues('Europe/Lisbon');

describe('wizard steps', () => {
  it('validates only the fields of the step', () => {
    expect(Object.keys(stepErrors(0, values))).toEqual(['name']);
    expect(stepErrors(1, values)).toEqual({});
    expect(Object.keys(stepErrors(4, values))).toEqual(['devicePassword']);
  });

  it('validates the device password with the rules of devices', () => {
    expect(stepErrors(4, { ...values, devicePassword: 'abcdefgh' })).toHaveProperty('devicePassword');
    expect(stepErrors(4, { ...values, devicePassword: 'Abcdefg1' })).toEqual({});
  });

  it('returns the step of a rejected field', () => {
    expect(findStep('timeZone')).toBe(3);
    expect(findStep('unknown')).toBe(4);
  });
});
