import { RF_ONLINE_MIN } from '@northlight/contract';
import IconAccessPoint from '@tabler/icons-react/dist/esm/icons/IconAccessPoint.mjs';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ButtonLink } from '../app/app-link.tsx';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import classes from './rf.module.css';

interface NoRadiosProps {
  readonly online: number;
  /** Further action, which needs radios. */
  readonly action?: ReactNode;
}

/** Explains why the project has no radios to show: it has no access points, or none of them broadcasts. */
export function NoRadios({ action, online }: NoRadiosProps) {
  const { id: projectId } = useProject();
  const scope = useQuery(createQuery('networkConfigGet', { params: { projectId } })).data?.scope;
  const hasNone = scope?.wireless.devices.length === 0;
  const title = hasNone
    ? 'No access points yet'
    : online === 0
      ? 'No access point is online'
      : 'No radio broadcasts';
  return (
    <div className={`centre grow panel ${classes['empty']}`}>
      <EmptyNote
        icon={<IconAccessPoint size={40} stroke={1.4} />}
        title={title}
        action={
          <>
            {action}
            <ButtonLink to={PATHS.devices} search={hasNone ? { dialog: 'add' } : {}}>
              {hasNone ? 'Add device' : 'Open devices'}
            </ButtonLink>
          </>
        }
      >
        Interference and channel plans appear here when at least {RF_ONLINE_MIN} access points are online and
        broadcast a Wi-Fi network.
      </EmptyNote>
    </div>
  );
}
