import type { AuditRecord } from '@northlight/contract';

/** Formats an audit action: `project.demo-copy` becomes `Project: demo copy`. */
export function formatActionLabel({ action }: Pick<AuditRecord, 'action'>): string {
  const [noun = '', ...rest] = action.split('.');
  const verb = rest.join(' ').replaceAll('-', ' ');
  const head = noun.charAt(0).toUpperCase() + noun.slice(1);
  return verb === '' ? head : `${head}: ${verb}`;
}

export const formatResultLabel = ({ result }: Pick<AuditRecord, 'result'>): string =>
  result === 'ok' ? 'Done' : result.charAt(0).toUpperCase() + result.slice(1);

/** Reverses `formatActionLabel`: returns `project.demo-copy` for `Project: demo copy`. */
export function parseActionLabel(label: string): string {
  const [noun = '', ...rest] = label.split(':');
  const verb = rest.join(':').trim().replaceAll(' ', '-');
  return (verb === '' ? noun.trim() : `${noun.trim()}.${verb}`).toLowerCase();
}

/** Returns the actor with the name of their account: `Ines Silva (ines@example.com)`. */
export const formatActor = ({ actor, actorName }: Pick<AuditRecord, 'actor' | 'actorName'>): string =>
  actorName === undefined || actorName === actor ? actor : `${actorName} (${actor})`;
