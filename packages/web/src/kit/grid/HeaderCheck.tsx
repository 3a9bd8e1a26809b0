import { useEffect, useRef } from 'react';

export interface HeaderCheckbox {
  readonly checked: boolean;
  readonly mixed: boolean;
  /** True until the first rows are loaded. */
  readonly isLoading: boolean;
  readonly onChange: () => void;
}

/** Check box that selects all rows of a list. */
export function HeaderCheck({ checked, isLoading, mixed, onChange }: HeaderCheckbox) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <input
      ref={ref}
      type="checkbox"
      checked={checked}
      disabled={isLoading}
      title={isLoading ? 'The rows are still being loaded.' : undefined}
      aria-label="Select all rows"
      onChange={onChange}
    />
  );
}
