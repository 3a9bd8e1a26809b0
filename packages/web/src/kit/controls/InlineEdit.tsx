import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import type { Permission } from '@northlight/contract';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { useRef, useState } from 'react';
import classes from './controls.module.css';

interface InlineEditProps {
  readonly value: string;
  readonly label: string;
  readonly can: Permission;
  readonly maxLength: number;
  /** Saves the value; resolves with an error message, or undefined when it is saved. */
  readonly onSave: (next: string) => Promise<string | undefined>;
}

/** A value that the user edits in place: Enter saves and Escape cancels. Errors are shown at the field. */
export function InlineEdit({ value, label, can, maxLength, onSave }: InlineEditProps) {
  const [editing, setEditing] = useState(false);
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const reason = can.allowed ? undefined : can.reason;

  const close = () => {
    setEditing(false);
    setError(undefined);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const save = async (next: string) => {
    if (next === value) return close();
    setSaving(true);
    const refusal = await onSave(next);
    setSaving(false);
    if (refusal === undefined) close();
    else setError(refusal);
  };

  if (!editing) {
    return (
      <span className="inline-row gap-4 shrink-x">
        <span className="ellipsis">{value}</span>
        <Tooltip label={reason ?? `Change ${label.toLowerCase()}`}>
          <ActionIcon
            ref={opener}
            className={classes['inlineOpener']}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={
              reason === undefined
                ? `Change ${label.toLowerCase()}`
                : `Change ${label.toLowerCase()}. ${reason}`
            }
            aria-disabled={!can.allowed || undefined}
            data-disabled={!can.allowed || undefined}
            onClick={() => can.allowed && setEditing(true)}
          >
            <IconPencil size={15} />
          </ActionIcon>
        </Tooltip>
      </span>
    );
  }
  return (
    <TextInput
      aria-label={label}
      size="xs"
      autoFocus
      maxLength={maxLength}
      defaultValue={value}
      error={error}
      readOnly={saving}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => !saving && error === undefined && close()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          close();
        } else if (event.key === 'Enter') {
          event.preventDefault();
          void save(event.currentTarget.value);
        }
      }}
    />
  );
}
