import { NET_MODES, newProject } from '@northlight/contract';
import { devicePassword } from '@northlight/contract/net';
import { findFieldError, findZodErrors } from '../kit/form/zod-errors.ts';

export interface WizardValues extends Record<string, unknown> {
  readonly name: string;
  readonly scenario: string;
  readonly netMode: 0 | 1;
  readonly country: string;
  readonly province: string;
  readonly city: string;
  readonly timeZone: string;
  readonly devicePassword: string;
}

export const STEPS = ['Name', 'Scenario', 'Mode', 'Location', 'Password', 'Devices'] as const;
export const CREATE_STEP = 4;
export const DEVICES_STEP = 5;

const FIELDS: readonly (readonly (keyof WizardValues & string)[])[] = [
  ['name'],
  ['scenario'],
  ['netMode'],
  ['country', 'province', 'city', 'timeZone'],
  ['devicePassword'],
];

export function createEmptyValues(timeZone: string): WizardValues {
  return {
    name: '',
    scenario: 'hotel',
    netMode: NET_MODES.wlan,
    country: '',
    province: '',
    city: '',
    timeZone,
    devicePassword: '',
  };
}

/** Returns the validation errors of the fields on one step. */
export function findStepErrors(step: number, values: WizardValues): Record<string, string> {
  const errors = {
    ...findZodErrors(newProject, values),
    ...findFieldError('devicePassword', devicePassword, values.devicePassword),
  };
  const fields = FIELDS[step] ?? [];
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => fields.some((name) => name === field)),
  );
}

/** Returns the step that contains a field rejected by the server. */
export function findStep(field: string): number {
  const step = FIELDS.findIndex((fields) => fields.some((name) => name === field));
  return step === -1 ? CREATE_STEP : step;
}
