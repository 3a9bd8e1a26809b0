import type { DeviceAnswer } from '@northlight/contract';

/** `GW-1: This device has no LAN port lan9. Instead: The port is left out.` */
export const answerSentence = ({ deviceName, reason, substitution }: DeviceAnswer): string =>
  `${deviceName}: ${reason}${substitution ? ` Instead: ${substitution}` : ''}`;

/** Answers of an item by field, several answers joined to one text. */
export function fieldNotes(answers: readonly DeviceAnswer[]): Record<string, string> {
  const notes: Record<string, string> = {};
  for (const answer of answers) {
    const { field } = answer;
    const before = notes[field];
    notes[field] = before === undefined ? answerSentence(answer) : `${before} ${answerSentence(answer)}`;
  }
  return notes;
}
