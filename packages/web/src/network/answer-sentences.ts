import type { DeviceAnswer } from '@northlight/contract';

/** Formats an answer of a device: `GW-1: This device has no LAN port lan9. Instead: The port is left out.` */
export const formatAnswerSentence = ({ deviceName, reason, substitution }: DeviceAnswer): string =>
  `${deviceName}: ${reason}${substitution ? ` Instead: ${substitution}` : ''}`;

/** Returns the answers of an item by field; several answers of a field are joined to one text. */
export function listFieldNotes(answers: readonly DeviceAnswer[]): Record<string, string> {
  const notes: Record<string, string> = {};
  for (const answer of answers) {
    const { field } = answer;
    const before = notes[field];
    notes[field] =
      before === undefined ? formatAnswerSentence(answer) : `${before} ${formatAnswerSentence(answer)}`;
  }
  return notes;
}
