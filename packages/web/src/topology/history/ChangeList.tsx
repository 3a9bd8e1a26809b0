import type { Topology, TopologyChange } from '@northlight/contract';
import { Button, Popover } from '@mantine/core';
import { ButtonLink } from '../../app/app-link.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { formatTime } from '../../kit/format/index.ts';
import { formatChange } from './change-texts.ts';
import { formatCause } from '../links/link-facts.ts';
import { PATHS } from '../../paths.ts';
import classes from '../topology.module.css';

interface ChangeListProps {
  readonly changes: readonly TopologyChange[];
  /** Text of the button that opens the list. */
  readonly label: string;
  readonly title: string;
  readonly onShow: (deviceId: string) => void;
  /** The shown topology, for the names of devices in causes. */
  readonly topology: Topology;
}

/** A button that opens a list of changes with their causes. Each change shows its device. */
export function ChangeList({ changes, label, onShow, title, topology }: ChangeListProps) {
  const { timeZone } = useProject();
  return (
    <Popover position="top-end" width="min(420px, calc(100vw - 32px))" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" disabled={changes.length === 0}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={`scrolled ${classes['changes']}`}>
        <ul className="grid" aria-label={title}>
          {changes.map((change) => (
            <li key={`${change.at} ${change.deviceId} ${change.kind}`} className="row gap-4">
              <button
                type="button"
                className={`row grow gap-8 shrink-x wide round clipped nowrap ${classes['treeRow']}`}
                onClick={() => onShow(change.deviceId)}
              >
                <span className="mut">{formatTime(change.at, timeZone)}</span>
                <span className={classes['changeText']}>
                  {formatChange(change)}
                  {change.cause && change.cause.kind !== change.kind && (
                    <span className="mut"> Cause: {formatCause(change.cause, topology)}.</span>
                  )}
                </span>
              </button>
              {change.record && <RecordLink record={change.record} name={change.name} />}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Opens the operation or the record of the device log that led to a change. */
function RecordLink({
  name,
  record: { id, kind },
}: {
  readonly record: NonNullable<TopologyChange['record']>;
  readonly name: string | undefined;
}) {
  const isOperation = kind === 'operation';
  const filter =
    isOperation || name === undefined ? {} : { filter: `Device = ${name.replaceAll(';', '%3B')}` };
  return (
    <ButtonLink
      className="fixed"
      size="compact-xs"
      variant="subtle"
      to={PATHS.log}
      search={{ ...(isOperation && { tab: 'operation' }), ...filter, open: id }}
      title={isOperation ? 'Open the operation that led to this change' : 'Open the record in the device log'}
    >
      {isOperation ? 'Operation' : 'Log'}
    </ButtonLink>
  );
}
