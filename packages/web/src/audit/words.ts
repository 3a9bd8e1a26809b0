import type { AuditRecord } from '@northlight/contract';

/** `project.demo-copy` → `Project: demo copy`. */
export function actionWord({ action }: Pick<AuditRecord, 'action'>): string {
  const [noun = '', ...rest] = action.split('.');
  const verb = rest.join(' ').replaceAll('-', ' ');
  const head = noun.charAt(0).toUpperCase() + noun.slice(1);
  return verb === '' ? head : `${head}: ${verb}`;
}

export const resultWord = ({ result }: Pick<AuditRecord, 'result'>): string =>
  result === 'ok' ? 'Done' : result.charAt(0).toUpperCase() + result.slice(1);

/** The action that `actionWord` shows so: `Project: demo copy` → `project.demo-copy`. */
export function actionOf(word: string): string {
  const [noun = '', ...rest] = word.split(':');
  const verb = rest.join(':').trim().replaceAll(' ', '-');
  return (verb === '' ? noun.trim() : `${noun.trim()}.${verb}`).toLowerCase();
}

/** JSON is shown line by line, anything else as it is. */
export function valueText(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value), undefined, 2);
  } catch {
    return value;
  }
}
