import type { ApiForm } from '../../kit/form/use-api-form.ts';
import type { PolicyValues } from './policy-values.ts';

/** What each part of the policy's form works on. */
export interface PolicyPart {
  readonly form: ApiForm<PolicyValues>['form'];
  readonly disabled: boolean;
}
