import type { Device } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/current.tsx';
import { q } from '../../kit/api/index.ts';
import { plural } from '../../kit/format/index.ts';
import { localState } from '../../kit/local-state/index.ts';
import classes from './maintenance.module.css';

interface UpgradeAlertProps {
  readonly devices: readonly Device[];
  readonly onUpgrade: (devices: readonly Device[]) => void;
}

/** Newer software is there; said until it is put away (specification §3, showUpgradeAlertInfo). */
export function UpgradeAlert({ devices, onUpgrade }: UpgradeAlertProps) {
  const project = useProject();
  const [shown, setShown] = useState(() => localState.upgradeAlertShown());
  const list = useQuery(q('firmwareList', { params: { projectId: project.id } }));
  const updates = new Set(list.data?.updates.map(({ deviceId }) => deviceId));
  const concerned = devices.filter(({ id }) => updates.has(id));
  if (shown || concerned.length === 0) return null;
  return (
    <div className={classes['alert']} role="status">
      <span>
        Newer software is there for {plural(concerned.length, 'device')}
        {concerned.length <= 3 && `: ${concerned.map(({ name }) => name).join(', ')}`}.
      </span>
      <Button size="compact-xs" onClick={() => onUpgrade(concerned)}>
        Upgrade…
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          localState.setUpgradeAlertShown(true);
          setShown(true);
        }}
      >
        Put away
      </Button>
    </div>
  );
}
