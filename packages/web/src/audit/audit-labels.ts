import type { AuditRecord } from '@northlight/contract';

/** Labels of the actions that occur in a project. */
const ACTION_LABELS: ReadonlyMap<string, string> = new Map([
  ['alarm.change-rules', 'Change alarm rules'],
  ['alarm.mail', 'Change alarm e-mails'],
  ['alarm.resolve', 'Resolve alarms'],
  ['alarm.webhook-add', 'Add webhook'],
  ['alarm.webhook-change', 'Change webhook'],
  ['alarm.webhook-remove', 'Remove webhook'],
  ['backup.download', 'Download backup'],
  ['client.rename', 'Rename client'],
  ['device.add', 'Add device'],
  ['device.change-role', 'Change device role'],
  ['device.configure', 'Configure device'],
  ['device.diagnose', 'Run diagnostic'],
  ['device.push-again', 'Send configuration again'],
  ['device.ignore', 'Ignore device'],
  ['device.reject', 'Reject device'],
  ['device.remove', 'Remove device'],
  ['device.rename', 'Rename device'],
  ['device.restart', 'Restart devices'],
  ['device.tunnel-close', 'Close local page'],
  ['device.tunnel-enter', 'Open local page'],
  ['device.upgrade', 'Upgrade devices'],
  ['device.wait-again', 'Wait for device again'],
  ['firmware.channel', 'Change firmware channel'],
  ['firmware.move', 'Move firmware image'],
  ['firmware.remove', 'Remove firmware image'],
  ['firmware.upload', 'Upload firmware image'],
  ['job.cancel', 'Cancel job'],
  ['map.change', 'Rename floor plan'],
  ['map.create', 'Create floor plan'],
  ['map.delete', 'Delete floor plan'],
  ['map.materials', 'Change wall materials'],
  ['map.picture', 'Upload picture of a floor plan'],
  ['map.save', 'Save floor plan'],
  ['network.apply', 'Apply network configuration'],
  ['network.reveal', 'Show network password'],
  ['project.change', 'Change project'],
  ['project.create', 'Create project'],
  ['project.delete', 'Delete project'],
  ['project.demo-copy', 'Create demo project'],
  ['project.log-retention', 'Change log retention'],
  ['project.restore', 'Restore project'],
  ['project.reveal', 'Show device password'],
  ['project.update', 'Change project settings'],
  ['restart.schedule', 'Schedule restart'],
  ['restart.unschedule', 'Cancel scheduled restart'],
  ['share.change', 'Change share'],
  ['share.create', 'Share project'],
  ['share.extension-asked', 'Request share extension'],
  ['share.leave', 'Leave shared project'],
  ['share.remove', 'Remove share'],
  ['template.apply', 'Apply template'],
  ['topology.edit', 'Edit topology'],
  ['transfer.accept', 'Accept transfer'],
  ['transfer.cancel', 'Cancel transfer'],
  ['transfer.decline', 'Decline transfer'],
  ['transfer.offer', 'Offer transfer'],
]);
const ACTIONS: ReadonlyMap<string, string> = new Map(
  [...ACTION_LABELS].map(([action, label]) => [label.toLowerCase(), action]),
);

/** Formats an audit action: `device.rename` becomes `Rename device`, one without a label `Authority: remove`. */
export function formatActionLabel({ action }: Pick<AuditRecord, 'action'>): string {
  const label = ACTION_LABELS.get(action);
  if (label !== undefined) return label;
  const [noun = '', ...rest] = action.split('.');
  const verb = rest.join(' ').replaceAll('-', ' ');
  const head = noun.charAt(0).toUpperCase() + noun.slice(1);
  return verb === '' ? head : `${head}: ${verb}`;
}

/** Beginning of an object that repeats the noun of most labels: `device`, `floor plan`. */
const NOUN = /^(?:device|floor plan|project) /;

/** Formats an operation with the name of its object: `Configure device: Core-1`. */
export function formatRecordTitle(record: Pick<AuditRecord, 'action' | 'object' | 'objectName'>): string {
  return `${formatActionLabel(record)}: ${(record.objectName ?? record.object).replace(NOUN, '')}`;
}

export const formatResultLabel = ({ result }: Pick<AuditRecord, 'result'>): string =>
  result === 'ok' ? 'Done' : result.charAt(0).toUpperCase() + result.slice(1);

/** Reverses `formatActionLabel`: returns `device.rename` for `Rename device`. */
export function parseActionLabel(label: string): string {
  const action = ACTIONS.get(label.trim().toLowerCase());
  if (action !== undefined) return action;
  const [noun = '', ...rest] = label.split(':');
  const verb = rest.join(':').trim().replaceAll(' ', '-');
  return (verb === '' ? noun.trim() : `${noun.trim()}.${verb}`).toLowerCase();
}

/** Returns the actor with the name of their account: `Ines Silva (ines@example.com)`. */
export const formatActor = ({ actor, actorName }: Pick<AuditRecord, 'actor' | 'actorName'>): string =>
  actorName === undefined || actorName === actor ? actor : `${actorName} (${actor})`;
