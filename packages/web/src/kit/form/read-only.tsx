import { ERRORS, type Permission } from '@northlight/contract';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { createContext, type ReactNode, use } from 'react';
import { formatReason } from '../controls/GatedButton.tsx';
import classes from './form.module.css';

/** Reason why the fields below are read-only; undefined where they can be edited. */
const ReadOnly = createContext<string | undefined>(undefined);

interface ReadOnlyScopeProps {
  readonly can: Permission;
  readonly children: ReactNode;
}

/** Without permission, the fields inside show their values as text, and elements for editing are left out. */
export function ReadOnlyScope({ can, children }: ReadOnlyScopeProps) {
  return <ReadOnly value={can.allowed ? undefined : describeReason(can)}>{children}</ReadOnly>;
}

// The message of the catalogue concerns one operation, and nothing was attempted here.
const describeReason = (denied: Extract<Permission, { allowed: false }>): string =>
  denied.code === ERRORS.demoProject.code ? 'Demo projects are read-only.' : formatReason(denied);

/** Returns true inside a read-only scope. */
export const useReadOnly = (): boolean => use(ReadOnly) !== undefined;

/** Buttons and notes that only concern editing. */
export function EditOnly({ children }: { readonly children: ReactNode }) {
  return useReadOnly() ? null : children;
}

/** States once per panel why its fields cannot be edited; renders nothing where they can. */
export function ReadOnlyReason() {
  const reason = use(ReadOnly);
  if (reason === undefined) return null;
  return (
    <p className={`row gap-8 box inset ${classes['reason']}`}>
      <IconLock size={15} aria-hidden />
      <span>{reason}</span>
    </p>
  );
}
