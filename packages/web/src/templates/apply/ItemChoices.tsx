import type { TemplatePreview } from '@northlight/contract';
import { Checkbox } from '@mantine/core';
import { STATE_LABELS } from '../template-labels.ts';

interface ItemChoicesProps {
  readonly items: TemplatePreview['items'];
  readonly except: readonly string[];
  readonly violations: TemplatePreview['violations'];
  readonly onToggle: (key: string) => void;
}

/**
 * Lists the items of the template with their state in the project. Unchecked items are not applied to this
 * project.
 */
export function ItemChoices({ except, items, onToggle, violations }: ItemChoicesProps) {
  return (
    <ul className="entries below" aria-label="Items to apply to this project">
      {items.map(({ key, notes, path, state, title }) => {
        const left = except.includes(key);
        const refused = path !== undefined && violations.some((each) => each.path.startsWith(`${path}.`));
        return (
          <li key={key}>
            <Checkbox
              size="xs"
              label={title}
              description={notes.join(' ') || undefined}
              checked={!left}
              onChange={() => onToggle(key)}
            />
            <span className={`fixed ${left ? 'mut' : refused ? 'err' : state === 'same' ? 'mut' : 'accent'}`}>
              {left ? 'Not included' : refused ? 'Rejected' : STATE_LABELS[state]}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
