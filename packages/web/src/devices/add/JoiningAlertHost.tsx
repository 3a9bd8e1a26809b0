import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useShellContext } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { PATHS } from '../../paths.ts';
import { useAlertPreference } from './alert-preference.ts';
import { localState } from '../../kit/local-state/index.ts';

const JoiningAlert = lazy(async () => ({ default: (await import('./JoiningAlert.tsx')).JoiningAlert }));

/** Returns true for the data screen and for pages that list the same devices, which show no alert. */
const isExempt = (pathname: string): boolean =>
  pathname.endsWith('/datascreen') || pathname === PATHS.verifyDevices || pathname === PATHS.messages;

/** Shows an alert for each device that wants to join and that this browser has not shown yet. */
export function JoiningAlertHost() {
  const { session } = useShellContext();
  const { id } = session.account;
  const exempt = useLocation({ select: ({ pathname }) => isExempt(pathname) });
  const [enabledHere, setEnabledHere] = useAlertPreference(id);
  const [shown, setShown] = useState(() => listShownAlerts(id));
  const enabled = !session.visitor && session.accessType === 'web';
  const messages = useQuery({ ...createQuery('messageList', {}), enabled }).data?.items ?? [];
  const fresh = messages.flatMap((message) =>
    message.kind === 'device' && message.read === 0 && !shown.includes(message.id) ? [message] : [],
  );
  const dismiss = () =>
    setShown(
      rememberShown(
        id,
        fresh.map((message) => message.id),
      ),
    );
  return (
    <Suspense>
      {fresh.length > 0 && enabledHere && !exempt && (
        <JoiningAlert
          sns={fresh.map(({ sn }) => sn)}
          onDismiss={dismiss}
          onTurnOff={() => setEnabledHere(false)}
        />
      )}
    </Suspense>
  );
}

const MAX_STORED = 200;
const getStorageName = (accountId: string): string => `joining-shown.${accountId}`;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/**
 * Lists the ids of alerts that were dismissed in this browser. Each alert is shown once until the account
 * signs out.
 */
function listShownAlerts(accountId: string): readonly string[] {
  const stored = localState.global(getStorageName(accountId));
  return isTexts(stored) ? stored : [];
}

function rememberShown(accountId: string, ids: readonly string[]): readonly string[] {
  const all = [...new Set([...listShownAlerts(accountId), ...ids])].slice(-MAX_STORED);
  localState.setGlobal(getStorageName(accountId), all);
  return all;
}
