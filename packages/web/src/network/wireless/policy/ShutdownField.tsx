import { ActionIcon, Button, Checkbox, TextInput, Text } from '@mantine/core';
import { formatClock, SHUTDOWN_LIMIT, type ShutdownPeriod } from '@northlight/contract';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type ReactNode, useState } from 'react';
import { FieldText } from '../../../kit/form/FieldText.tsx';
import { useReadOnly } from '../../../kit/form/read-only.tsx';
import { parseMinute, WEEK } from './shutdown-hours.ts';
import { WeekGrid } from './WeekGrid.tsx';
import classes from '../wireless.module.css';

interface ShutdownFieldProps {
  readonly value: readonly ShutdownPeriod[];
  readonly onChange: (periods: ShutdownPeriod[]) => void;
  /** Errors by path: `shutdowns.0.toMinute` for a field, `shutdowns` for the whole list. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly timeZone: string;
}

const NEW_PERIOD: ShutdownPeriod = { days: [1, 2, 3, 4, 5], fromMinute: 0, toMinute: 360 };

/** Times with Wi-Fi off, which the user paints in hours or enters to the minute. */
export function ShutdownField({ errors, onChange, timeZone, value }: ShutdownFieldProps) {
  const set = (index: number, period: ShutdownPeriod) =>
    onChange(value.map((each, position) => (position === index ? period : each)));
  const isReadOnly = useReadOnly();
  if (isReadOnly && value.length === 0) return <p className="mut above">Wi-Fi is on at all hours.</p>;
  if (isReadOnly)
    return (
      <>
        <WeekGrid periods={value} onChange={onChange} />
        <p className="mut above">Wi-Fi is off during marked hours ({timeZone}).</p>
        {value.map((period, index) => (
          <FieldText key={index} label={`Period ${index + 1}`}>
            {describePeriod(period)}
          </FieldText>
        ))}
      </>
    );
  return (
    <>
      <WeekGrid periods={value} onChange={onChange} />
      <p className="mut above">
        Wi-Fi is off during marked hours ({timeZone}). Arrow keys move, Space toggles.
      </p>
      {value.map((period, index) => (
        <PeriodRow
          // The index is the key, because periods have no id.
          key={index}
          number={index + 1}
          period={period}
          error={(field) => errors[`shutdowns.${index}.${field}`]}
          onChange={(next) => set(index, next)}
          onRemove={() => onChange(value.filter((_each, position) => position !== index))}
        />
      ))}
      {errors['shutdowns'] !== undefined && (
        <p className="err" role="alert">
          {errors['shutdowns']}
        </p>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={value.length >= SHUTDOWN_LIMIT}
          onClick={() => onChange([...value, NEW_PERIOD])}
        >
          Add period
        </Button>
        {value.length >= SHUTDOWN_LIMIT && (
          <span className="mut">Limit of {SHUTDOWN_LIMIT} periods reached.</span>
        )}
      </div>
    </>
  );
}

/** Describes a period: `Mon, Tue 00:00 – 06:00`. */
function describePeriod({ days, fromMinute, toMinute }: ShutdownPeriod): string {
  const names = WEEK.filter(({ day }) => days.includes(day)).map(({ short }) => short);
  return `${names.join(', ')} ${formatClock(fromMinute)} – ${formatClock(toMinute)}`;
}

interface PeriodRowProps {
  readonly number: number;
  readonly period: ShutdownPeriod;
  readonly error: (field: string) => ReactNode;
  readonly onChange: (period: ShutdownPeriod) => void;
  readonly onRemove: () => void;
}

function PeriodRow({ error, number, onChange, onRemove, period }: PeriodRowProps) {
  return (
    <fieldset className="grid gap-8 panel padded">
      <Text component="legend" c="dimmed" px={4}>
        Period {number}
      </Text>
      <Checkbox.Group
        aria-label={`Days of period ${number}`}
        value={period.days.map(String)}
        error={error('days')}
        onChange={(days) => onChange({ ...period, days: days.map(Number) })}
      >
        <div className="flex wrap gap-12">
          {WEEK.map(({ day, name, short }) => (
            <Checkbox key={day} size="xs" value={String(day)} label={short} aria-label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={`flex align-start gap-8 ${classes['times']}`}>
        <TimeField
          label={`Start of period ${number}`}
          minute={period.fromMinute}
          error={error('fromMinute')}
          onChange={(fromMinute) => onChange({ ...period, fromMinute })}
        />
        <span aria-hidden="true">–</span>
        <TimeField
          label={`End of period ${number}`}
          minute={period.toMinute}
          error={error('toMinute')}
          onChange={(toMinute) => onChange({ ...period, toMinute })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={`Remove period ${number}`}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
    </fieldset>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly minute: number;
  readonly error: ReactNode;
  readonly onChange: (minute: number) => void;
}

/** Field for a time `HH:mm`. It accepts 24:00 as the end of a day, which time fields of browsers do not. */
function TimeField({ error, label, minute, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string>();
  const wrong = typed !== undefined && parseMinute(typed) === undefined;
  return (
    <TextInput
      aria-label={label}
      w={92}
      inputMode="numeric"
      placeholder="HH:mm"
      value={typed ?? formatClock(minute)}
      error={wrong ? 'Enter 00:00 to 24:00.' : error}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTyped(value);
        const next = parseMinute(value);
        if (next !== undefined && /^\d{2}:\d{2}$/.test(value)) onChange(next);
      }}
      onBlur={() => {
        const next = typed === undefined ? undefined : parseMinute(typed);
        if (next !== undefined) onChange(next);
        setTyped(undefined);
      }}
    />
  );
}
