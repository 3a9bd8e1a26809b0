import type { ApiForm } from '../../../kit/form/use-api-form.ts';
import type { PolicyValues } from './policy-values.ts';

/** Props of each part of the policy form. */
export interface PolicyPart {
  readonly form: ApiForm<PolicyValues>['form'];
}
