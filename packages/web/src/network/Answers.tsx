import type { DeviceAnswer } from '@northlight/contract';
import { Button } from '@mantine/core';
import { formatPlural } from '../kit/format/index.ts';
import { Notice } from '../ui/Notice.tsx';
import { formatAnswerSentence } from './answer-sentences.ts';

interface AnswersNoteProps {
  readonly answers: readonly DeviceAnswer[];
  readonly noun: string;
  readonly nouns: string;
  readonly nameOf: (key: string) => string | undefined;
  readonly onOpen: (key: string) => void;
}

/** Notice above a list that names the items which a device did not apply completely. */
export function AnswersNote({ answers, nameOf, noun, nouns, onOpen }: AnswersNoteProps) {
  const keys = [...new Set(answers.map(({ key }) => key))].filter((key) => nameOf(key) !== undefined);
  if (keys.length === 0) return null;
  return (
    <Notice tone="warning" title={`${formatPlural(keys.length, noun, nouns)} not fully applied`}>
      <div className="flex wrap gap-6">
        {keys.map((key) => (
          <Button key={key} size="compact-xs" variant="default" onClick={() => onOpen(key)}>
            {nameOf(key)}
          </Button>
        ))}
      </div>
    </Notice>
  );
}

/** Notice above the form of an item, with every answer of the devices about it. */
export function AnswerNotices({ answers }: { readonly answers: readonly DeviceAnswer[] }) {
  const refused = answers.some((answer) => answer.refused);
  return (
    <Notice
      tone={refused ? 'error' : 'warning'}
      title={refused ? 'The device refused the configuration' : 'The device applied only part of this'}
    >
      <ul>
        {answers.map((answer) => (
          <li key={`${answer.deviceId} ${answer.field} ${answer.reason}`}>{formatAnswerSentence(answer)}</li>
        ))}
      </ul>
    </Notice>
  );
}
