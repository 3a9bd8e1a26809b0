import { type DeviceEntry, type EntryField, KIND_LABELS } from '@northlight/contract';
import { DEVICE_NAME_MAX } from '@northlight/contract/net';
import { ActionIcon } from '@mantine/core';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import type { ValidatedRow } from './add-rows.ts';
import classes from './add.module.css';
import { CODE_INPUT } from '../../kit/form/typed-fields.tsx';

interface RowListProps {
  readonly rows: readonly ValidatedRow[];
  readonly onChange: (number: number, patch: Partial<DeviceEntry>) => void;
  /** Called when a field loses focus, so that the row is checked again. */
  readonly onLeave: () => void;
  readonly onRemove: (number: number) => void;
}

const FIELDS = [
  { field: 'sn', label: 'Serial number' },
  { field: 'claimCode', label: 'Claim code' },
  { field: 'name', label: 'Name' },
] as const;

/** List of the devices to add, with editable fields, the model and the result of each row. */
export function RowList({ rows, ...actions }: RowListProps) {
  return (
    <ScrollBox label="Devices to add" className={`box divided ${classes['rows']}`}>
      <div className={`inset small strong ${classes['heads']}`} aria-hidden>
        <span>No.</span>
        <span>Serial number</span>
        <span>Claim code</span>
        <span>Name</span>
        <span>Result</span>
      </div>
      {rows.map((row) => (
        <Row key={row.number} row={row} {...actions} />
      ))}
    </ScrollBox>
  );
}

function Row({
  row,
  onChange,
  onLeave,
  onRemove,
}: Omit<RowListProps, 'rows'> & { readonly row: ValidatedRow }) {
  const { answer, errors, number } = row;
  const messages = [...new Set(Object.values(errors))];
  const errorId = `row-${number}-error`;
  return (
    <div
      className={classes['row']}
      role="group"
      aria-label={`Row ${number}`}
      data-wrong={messages.length > 0 || undefined}
    >
      <span className="mut">{number}</span>
      {FIELDS.map(({ field, label }) => (
        <input
          key={field}
          className={`${field === 'name' ? '' : 'mono '}shrink-x ink small ${classes['cell']}`}
          aria-label={label}
          aria-invalid={errors[field] !== undefined || undefined}
          aria-describedby={errors[field] === undefined ? undefined : errorId}
          placeholder={getPlaceholder(field, row)}
          maxLength={field === 'name' ? DEVICE_NAME_MAX : undefined}
          {...CODE_INPUT}
          value={row[field]}
          onChange={(event) => onChange(number, { [field]: event.currentTarget.value })}
          onKeyDown={(event) => event.key === 'Enter' && onLeave()}
          onBlur={onLeave}
        />
      ))}
      <span className={`grid shrink-x small ${classes['result']}`}>
        {answer?.modelName !== undefined && (
          <span className="ellipsis">
            {answer.modelName.split(',')[0]}
            {answer.kind && <span className="mut"> · {KIND_LABELS[answer.kind]}</span>}
          </span>
        )}
        <ResultMark row={row} />
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes['remove'] ?? ''}
        aria-label={`Remove row ${number}`}
        onClick={() => onRemove(number)}
      >
        <IconX size={15} />
      </ActionIcon>
      {messages.length > 0 && (
        <span id={errorId} className={`err small ${classes['error']}`}>
          {messages.join(' ')}
        </span>
      )}
    </div>
  );
}

function ResultMark({ row }: { readonly row: ValidatedRow }) {
  if (Object.keys(row.errors).length > 0)
    return (
      <span className="inline-row gap-4 err">
        <IconAlertTriangleFilled size={13} aria-hidden /> Check
      </span>
    );
  if (!row.isReady) return <span className="inline-row gap-4 mut">Not checked yet</span>;
  return (
    <span className="inline-row gap-4 ok">
      <IconCircleCheckFilled size={13} aria-hidden /> Ready
    </span>
  );
}

/** Shows the name that the server will generate for a row without a name. */
const getPlaceholder = (field: EntryField, { answer }: ValidatedRow): string | undefined =>
  field === 'name' ? (answer?.name ?? 'Optional') : undefined;
