import type { ComponentType, ReactNode } from 'react';
import { FieldText } from './FieldText.tsx';
import { useReadOnly } from './read-only.tsx';

interface InputProps {
  readonly label?: ReactNode;
  readonly 'aria-label'?: string | undefined;
  readonly error?: ReactNode;
}

interface FieldExtras {
  /** Text of a read-only field without a value: `No limit`. */
  readonly empty?: string | undefined;
}

/**
 * Returns a field that renders an input, or the label and the value as text inside a read-only scope.
 * `toText` returns the value as text, undefined without a value.
 */
export function createField<P extends object>(
  Input: ComponentType<P>,
  toText: (props: P) => ReactNode,
): ComponentType<P & InputProps & FieldExtras> {
  return function Field({ empty, ...rest }) {
    const props = rest as unknown as P & InputProps;
    if (!useReadOnly()) return <Input {...props} />;
    return (
      <FieldText label={props.label ?? props['aria-label']} empty={empty} error={props.error}>
        {toText(props)}
      </FieldText>
    );
  };
}
