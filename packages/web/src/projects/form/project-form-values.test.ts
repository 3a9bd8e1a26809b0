import { expect, it } from 'vitest';
import { EMPTY_PROJECT, findProjectErrors } from './project-form-values.ts';

const values = { ...EMPTY_PROJECT, timeZone: 'Europe/Lisbon' };

it('requires only a name and a device password', () => {
  expect(Object.keys(findProjectErrors(values)).sort()).toEqual(['devicePassword', 'name']);
  expect(findProjectErrors({ ...values, name: 'Hotel', devicePassword: 'Abcdefg1' })).toEqual({});
});

it('validates the device password with the rules of devices', () => {
  expect(findProjectErrors({ ...values, name: 'Hotel', devicePassword: 'abcdefgh' })).toHaveProperty(
    'devicePassword',
  );
});
