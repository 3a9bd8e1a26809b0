import type { ReactNode } from 'react';
import { FormFoot } from './FormFoot.tsx';
import type { FormState } from './use-api-form.ts';

interface FormProps extends FormState {
  /** Label of the button that submits. */
  readonly submit: string;
  readonly onCancel?: () => void;
  /** Shows one button in full width, for sign-in pages. */
  readonly wide?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Form with its fields, its error and its buttons. */
export function Form({ busy, children, className, onCancel, onSubmit, problem, submit, wide }: FormProps) {
  return (
    <form onSubmit={onSubmit} noValidate className={className}>
      {children}
      <FormFoot problem={problem} submit={submit} busy={busy} onCancel={onCancel} wide={wide} />
    </form>
  );
}
