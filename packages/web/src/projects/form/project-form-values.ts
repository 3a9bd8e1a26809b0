import { NET_MODES, newProject } from '@northlight/contract';
import { devicePassword } from '@northlight/contract/net';
import { findFieldError, findZodErrors } from '../../kit/form/zod-errors.ts';

export interface ProjectFormValues extends Record<string, unknown> {
  readonly name: string;
  readonly scenario: string;
  readonly netMode: 0 | 1;
  readonly country: string;
  readonly province: string;
  readonly city: string;
  readonly timeZone: string;
  readonly devicePassword: string;
}

/** Values of an empty form; the empty time zone follows the location. */
export const EMPTY_PROJECT: ProjectFormValues = {
  name: '',
  scenario: 'other',
  netMode: NET_MODES.wlan,
  country: '',
  province: '',
  city: '',
  timeZone: '',
  devicePassword: '',
};

/**
 * Returns the errors of all fields. The password must meet the rules of devices, which the server checks too.
 */
export const findProjectErrors = (values: ProjectFormValues): Record<string, string> => ({
  ...findZodErrors(newProject, values),
  ...findFieldError('devicePassword', devicePassword, values.devicePassword),
});
