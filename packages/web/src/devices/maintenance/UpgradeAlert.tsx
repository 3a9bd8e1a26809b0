import type { Device } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import { localState } from '../../kit/local-state/index.ts';
import classes from './maintenance.module.css';

interface UpgradeAlertProps {
  readonly devices: readonly Device[];
  readonly onUpgrade: (devices: readonly Device[]) => void;
}

/** Announces newer firmware until the user dismisses it (specification §3, showUpgradeAlertInfo). */
export function UpgradeAlert({ devices, onUpgrade }: UpgradeAlertProps) {
  const project = useProject();
  const [dismissed, setDismissed] = useState(() => localState.upgradeAlertShown());
  const list = useQuery(createQuery('firmwareList', { params: { projectId: project.id } }));
  const updates = new Set(list.data?.updates.map(({ deviceId }) => deviceId));
  const affected = devices.filter(({ id }) => updates.has(id));
  if (dismissed || affected.length === 0) return null;
  return (
    <div className={`row wrap gap-8 below ${classes['alert']}`} role="status">
      <span className="grow">
        Newer firmware is available for {formatPlural(affected.length, 'device')}
        {affected.length <= 3 && `: ${affected.map(({ name }) => name).join(', ')}`}.
      </span>
      <Button size="compact-xs" onClick={() => onUpgrade(affected)}>
        Upgrade…
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          localState.setUpgradeAlertShown(true);
          setDismissed(true);
        }}
      >
        Dismiss
      </Button>
    </div>
  );
}
