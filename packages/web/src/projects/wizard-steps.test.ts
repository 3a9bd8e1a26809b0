import { describe, expect, it } from 'vitest';
import { createEmptyValues, findStepErrors, findStep } from './wizard-steps.ts';

const values = createEmptyValues('Europe/Lisbon');

describe('wizard steps', () => {
  it('validates only the fields of the step', () => {
    expect(Object.keys(findStepErrors(0, values))).toEqual(['name']);
    expect(findStepErrors(1, values)).toEqual({});
    expect(Object.keys(findStepErrors(4, values))).toEqual(['devicePassword']);
  });

  it('validates the device password with the rules of devices', () => {
    expect(findStepErrors(4, { ...values, devicePassword: 'abcdefgh' })).toHaveProperty('devicePassword');
    expect(findStepErrors(4, { ...values, devicePassword: 'Abcdefg1' })).toEqual({});
  });

  it('returns the step of a rejected field', () => {
    expect(findStep('timeZone')).toBe(3);
    expect(findStep('unknown')).toBe(4);
  });
});
