import { Button, Loader } from '@mantine/core';
import IconDeviceMobileCheck from '@tabler/icons-react/dist/esm/icons/IconDeviceMobileCheck.mjs';
import IconClockOff from '@tabler/icons-react/dist/esm/icons/IconClockOff.mjs';
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import type { ReactNode } from 'react';
import { QrCode } from '../ui/QrCode.tsx';
import classes from './accounts.module.css';
import { openConsole } from './open-console.ts';
import { type QrState, useQrSignIn } from './use-qr-sign-in.ts';

const SIZE = 176;

/** QR code for signing in with a phone, and its state. */
export function QrPane() {
  const { state, refresh } = useQrSignIn(openConsole);
  const [title, text] = getStateText(state);
  const isOver = state.name === 'expired' || state.name === 'network-error' || state.name === 'refused';
  return (
    <div className={`column align-centre gap-12 ${classes['qrPane']}`}>
      <div className={`centre inset mut ${classes['qrBox']}`}>{renderPicture(state)}</div>
      <div role="status" className={`column gap-2 mut ${classes['qrText']}`}>
        <strong>{title}</strong>
        <span>{text}</span>
      </div>
      {isOver && (
        <Button variant="default" onClick={refresh}>
          {state.name === 'expired' ? 'Show a new code' : 'Try again'}
        </Button>
      )}
    </div>
  );
}

function renderPicture(state: QrState): ReactNode {
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

function getStateText(state: QrState): readonly [title: string, text: string] {
  switch (state.name) {
    case 'loading':
      return ['Loading code', 'One moment.'];
    case 'scanning':
      return [
        'Scan this code',
        'Use the camera of a phone on which you are signed in to Northlight or can sign in.',
      ];
    case 'scanned':
      return ['Scanned', 'Confirm on the phone to sign in here.'];
    case 'logging-in':
      return ['Signing in', 'The phone has confirmed.'];
    case 'expired':
      return [
        'The code has expired',
        'A code is valid for 2 min, or until you refuse the sign-in on the phone.',
      ];
    case 'network-error':
      return ['No connection', 'The server cannot be reached. Check your connection.'];
    case 'refused':
      return ['No code available', state.sentence];
  }
}
