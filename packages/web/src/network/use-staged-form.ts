import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { askToDiscard } from '../app/confirm-store.ts';
import { type ApiForm, useApiForm } from '../kit/form/index.ts';

const QUESTION = 'The edits in the open form are not in the draft yet.';

type Options<V extends Record<string, unknown>> = Parameters<typeof useApiForm<V>>[0];

/**
 * Returns the form of an item in a panel. Before edits that are not in the draft are lost, the form asks the
 * user.
 */
export function useStagedForm<V extends Record<string, unknown>>(options: Options<V>): ApiForm<V> {
  const isSubmitting = useRef(false);
  const own = useApiForm<V>({
    ...options,
    onSubmit: async (values) => {
      isSubmitting.current = true;
      try {
        await options.onSubmit(values);
        own.form.resetDirty(values);
      } finally {
        isSubmitting.current = false;
      }
    },
  });
  const hasEdits = (): boolean => !isSubmitting.current && own.form.isDirty();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isSamePanel = current.pathname === next.pathname && current.search.open === next.search.open;
      return !isSamePanel && hasEdits() && !(await askToDiscard('edits', QUESTION));
    },
    enableBeforeUnload: hasEdits,
  });
  return own;
}
