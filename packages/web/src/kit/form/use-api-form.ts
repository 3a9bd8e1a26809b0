import { useForm, type UseFormReturnType } from '@mantine/form';
import { useContext, useState } from 'react';
import { ApiError, toErrorSentence } from '../api/api-error.ts';
import { FieldNotes } from './field-notes.ts';

interface ApiFormOptions<V extends Record<string, unknown>> {
  readonly initialValues: V;
  /** Returns the errors by field, from the same rules as on the server. */
  readonly validate: (values: V) => Partial<Record<string, string>>;
  readonly onSubmit: (values: V) => Promise<void>;
}

/** State of a form, independent of its fields. */
export interface FormState {
  /** Message of an error that belongs to no field. */
  readonly problem: string | undefined;
  readonly busy: boolean;
  readonly onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
  /** Returns true if the values differ from the initial ones. */
  readonly hasEdits: () => boolean;
}

export interface ApiForm<V extends Record<string, unknown>> extends FormState {
  readonly form: UseFormReturnType<V>;
  readonly setProblem: (problem: string | undefined) => void;
}

/** Returns a form that shows server errors at their fields, and other errors above the buttons. */
export function useApiForm<V extends Record<string, unknown>>(options: ApiFormOptions<V>): ApiForm<V> {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const notes = useContext(FieldNotes);
  const form = useForm<V>({
    mode: 'controlled',
    initialValues: options.initialValues,
    initialErrors: notes,
    validate: (values) => options.validate(values),
    validateInputOnBlur: false,
    onSubmitPreventDefault: 'always',
  });
  const submit = async (values: V) => {
    setProblem(undefined);
    setBusy(true);
    try {
      await options.onSubmit(values);
    } catch (error) {
      const own = error instanceof ApiError ? ownFields(error, options.initialValues) : {};
      form.setErrors(own);
      if (Object.keys(own).length === 0) setProblem(toErrorSentence(error));
      else focusFirstError();
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = form.onSubmit((values) => void submit(values), focusFirstError);
  return {
    form,
    problem,
    setProblem,
    busy,
    onSubmit: (event) => onSubmit(event),
    hasEdits: () => form.isDirty(),
  };
}

function ownFields(error: ApiError, values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(error.fields ?? {}).filter(
      ([field]) => field.split('.')[0] !== undefined && (field.split('.')[0] ?? '') in values,
    ),
  );
}

function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
}
