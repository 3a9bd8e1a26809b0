import { Button, Loader } from '@mantine/core';
import IconDeviceMobileCheck from '@tabler/icons-react/dist/esm/icons/IconDeviceMobileCheck.mjs';
import IconClockOff from '@tabler/icons-react/dist/esm/icons/IconClockOff.mjs';
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import type { ReactNode } from 'react';
import { QrCode } from '../ui/QrCode.tsx';
import classes from './accounts.module.css';
import { enterConsole } from './enter.ts';
import { type QrState, useQrSignIn } from './use-qr-sign-in.ts';

const SIZE = 176;

/** Shows a code for a phone that is signed in, and what became of it. */
export function QrPane() {
  const { state, refresh } = useQrSignIn(enterConsole);
  const [title, text] = wordsOf(state);
  const over = state.name === 'expired' || state.name === 'network-error' || state.name === 'refused';
  return (
    <div className={classes['qrPane']}>
      <div className={classes['qrBox']}>{pictureOf(state)}</div>
      <div role="status" className={classes['qrWords']}>
        <strong>{title}</strong>
        <span>{text}</span>
      </div>
      {over && (
        <Button variant="default" onClick={refresh}>
          {state.name === 'expired' ? 'Show a new code' : 'Try again'}
        </Button>
      )}
    </div>
  );
}

function pictureOf(state: QrState): ReactNode {
  switch (state.name) {
    case 'scanning':
      return (
        <QrCode text={window.location.origin + state.path} label="Code to scan with your phone" size={SIZE} />
      );
    case 'scanned':
      return <IconDeviceMobileCheck size={64} stroke={1.3} color="var(--st-ok)" aria-hidden />;
    case 'expired':
    case 'refused':
      return <IconClockOff size={56} stroke={1.3} aria-hidden />;
    case 'network-error':
      return <IconWifiOff size={56} stroke={1.3} aria-hidden />;
    case 'loading':
    case 'logging-in':
      return <Loader size="sm" />;
  }
}

function wordsOf(state: QrState): readonly [title: string, text: string] {
  switch (state.name) {
    case 'loading':
      return ['Getting a code', 'One moment.'];
    case 'scanning':
      return [
        'Scan this code',
        'With the camera of a phone whose browser is signed in to Northlight, or can sign in.',
      ];
    case 'scanned':
      return ['Scanned', 'Confirm on the phone to sign in here.'];
    case 'logging-in':
      return ['Signing in', 'The phone has confirmed.'];
    case 'expired':
      return ['The code has ended', 'It is good for two minutes, or the phone refused it.'];
    case 'network-error':
      return ['No connection', 'The server cannot be reached. Check the connection.'];
    case 'refused':
      return ['No code now', state.sentence];
  }
}
