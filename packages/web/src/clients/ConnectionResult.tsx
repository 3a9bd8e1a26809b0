import {
  type CheckState,
  CONNECTION_STEPS,
  type ConnectionCheck,
  type OnlineClient,
} from '@northlight/contract';
import { VisuallyHidden } from '@mantine/core';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconCircleXFilled from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PATHS } from '../paths.ts';
import classes from './clients.module.css';
import { describeStep, formatStepLabel } from './connection-texts.tsx';

const STATES = {
  ok: { label: 'OK', Icon: IconCircleCheckFilled },
  warning: { label: 'Warning', Icon: IconAlertTriangleFilled },
  failed: { label: 'Failed', Icon: IconCircleXFilled },
  unknown: { label: 'Unknown', Icon: IconHelpCircle },
} as const satisfies Record<CheckState, unknown>;

interface ConnectionResultProps {
  readonly check: ConnectionCheck;
  readonly client: Pick<OnlineClient, 'ssid'>;
}

/**
 * Shows the steps between a client and the internet. Without a problem it is one line, and the steps are shown on
 * request.
 */
export function ConnectionResult({ check, client }: ConnectionResultProps) {
  const [isOpen, setOpen] = useState(false);
  const worst = findWorstState(check);
  const isGood = worst === 'ok' || worst === 'unknown';
  return (
    <>
      {isGood && (
        <p className="row wrap gap-8">
          <StateIcon state={worst} />
          <span className="grow">{summarise(check, client)}</span>
          <button
            type="button"
            className={`accent ${classes['more']}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide steps' : 'Show steps'}
          </button>
        </p>
      )}
      {(isOpen || !isGood) && <Steps check={check} client={client} />}
      {!isGood && (
        <p className="mut above">
          <Link to={PATHS.helpTopic} params={{ topic: 'client-without-internet' }}>
            Troubleshooting guide
          </Link>
        </p>
      )}
    </>
  );
}

const findWorstState = (check: ConnectionCheck): CheckState =>
  (['failed', 'warning', 'unknown'] as const).find((state) =>
    CONNECTION_STEPS.some((step) => check[step].state === state),
  ) ?? 'ok';

function summarise(check: ConnectionCheck, client: ConnectionResultProps['client']): string {
  if (check.link.finding === 'disconnected') return 'The client is not connected.';
  const unknown = CONNECTION_STEPS.filter((step) => check[step].state === 'unknown');
  const missing = unknown.map((step) => formatStepLabel(step, client)).join(', ');
  return unknown.length === 0 ? 'No problem found.' : `No problem found. Not known: ${missing}.`;
}

function Steps({ check, client }: ConnectionResultProps) {
  return (
    <ol className={`grid gap-6 above ${classes['steps']}`} aria-label="Steps to the internet">
      {CONNECTION_STEPS.map((step) => (
        <li key={step} className="anywhere">
          <StateIcon state={check[step].state} />
          <span className="mut">{formatStepLabel(step, client)}</span>
          <p>{describeStep(step, check)}</p>
        </li>
      ))}
    </ol>
  );
}

function StateIcon({ state }: { readonly state: CheckState }) {
  const { Icon, label } = STATES[state];
  return (
    <span className="inline-row tone" data-state={state}>
      <Icon size={16} aria-hidden />
      <VisuallyHidden>{label}:</VisuallyHidden>
    </span>
  );
}
