import type { Device } from '@northlight/contract';

type Status = Device['config']['status'];

const LABELS: Readonly<
  Record<Status, readonly [label: string, colour: 'success' | 'warning' | 'error' | 'plain']>
> = {
  none: ['Not configured', 'plain'],
  queued: ['Queued', 'warning'],
  sent: ['Sent', 'warning'],
  received: ['Received', 'warning'],
  applying: ['Applying', 'warning'],
  applied: ['Applied', 'success'],
  partial: ['Partly applied', 'warning'],
  rejected: ['Refused', 'error'],
  rolledback: ['Rolled back', 'error'],
  drifted: ['Differs', 'warning'],
};

export function formatConfigState(device: Device): string {
  return LABELS[device.config.status][0];
}

export function ConfigStatus({ device }: { readonly device: Device }) {
  const [label, colour] = LABELS[device.config.status];
  const { desiredRev, reportedRev } = device.config;
  return (
    <span
      className="inline-row gap-6 nowrap tone"
      data-colour={colour}
      title={`Device has revision ${reportedRev}, target is ${desiredRev}`}
    >
      {label}
    </span>
  );
}
