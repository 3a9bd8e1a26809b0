import { Button, CloseButton, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonLink } from '../../app/app-link.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatPlural } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import { Facts } from '../../ui/Facts.tsx';
import { AddPendingDialog } from './AddPendingDialog.tsx';
import classes from './waiting.module.css';
import { usePendingDecisions } from './use-pending-decisions.ts';
import { formatModelLabel } from './project-choices.ts';

interface JoiningAlertProps {
  /** Serial numbers of the devices, the latest first. */
  readonly sns: readonly string[];
  readonly onDismiss: () => void;
  readonly onTurnOff: () => void;
}

/**
 * Alert for a device that wants to join. It takes no focus, so that it does not interrupt typing, and it
 * stays below open dialogs.
 */
export function JoiningAlert({ sns, onDismiss, onTurnOff }: JoiningAlertProps) {
  const [adding, setAdding] = useState(false);
  const { ignore, reject } = usePendingDecisions();
  const waiting = (useQuery(createQuery('waitingDeviceList', {})).data?.items ?? []).filter(
    ({ sn, status }) => status === 'waiting' && sns.includes(sn),
  );
  const device = sns.flatMap((sn) => waiting.find((each) => each.sn === sn) ?? [])[0];
  if (!device) return null;
  const more = waiting.length - 1;
  return (
    <section className={`panel ${classes['alert']}`} aria-label="A device wants to join">
      <div role="status" className="row between below">
        <strong>A device wants to join</strong>
        <CloseButton aria-label="Close: decide later" onClick={onDismiss} />
      </div>
      <Facts
        items={[
          { label: 'Model', value: formatModelLabel(device) },
          { label: 'Serial number', value: <span className="mono">{device.sn}</span> },
          { label: 'MAC', value: <span className="mono">{device.mac}</span> },
          { label: 'Connecting from', value: device.network ?? 'an unknown network' },
        ]}
      />
      <Group gap={6} mt={10}>
        <GatedButton can={device.can.add} onClick={() => setAdding(true)}>
          Add to a project
        </GatedButton>
        <Button variant="default" onClick={() => ignore(device)}>
          Ignore device
        </Button>
        <Button variant="default" onClick={() => reject(device)}>
          Reject device
        </Button>
      </Group>
      <Group gap={6} mt={8} justify="space-between">
        <ButtonLink to={PATHS.verifyDevices} search={{}} variant="subtle" size="compact-xs">
          {more > 0 ? formatPlural(more, 'more pending device') : 'Show pending devices'}
        </ButtonLink>
        <Button variant="subtle" size="compact-xs" onClick={onTurnOff}>
          Turn off these alerts
        </Button>
      </Group>
      {adding && <AddPendingDialog device={device} onClose={() => setAdding(false)} />}
    </section>
  );
}
