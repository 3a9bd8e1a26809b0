import { Kbd, Modal, Switch } from '@mantine/core';
import { Fragment, useState } from 'react';
import { setSingleKeys, areSingleKeysOn } from '../../kit/single-keys.ts';
import { commands } from './command-store.ts';
import classes from '../shell/shell.module.css';
import { POPUP_WIDTHS } from '../../ui/constants.ts';

const KEYS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['Ctrl', 'K'], 'Search pages, devices, clients and projects; run a command'],
  [['/'], 'Focus the filter of the list'],
  [['↑', '↓'], 'Move by one row; Page Up and Page Down by one page, Home and End to the first and last row'],
  [['Enter'], 'Open the selected row in the side panel'],
  [['Space'], 'Select the row'],
  [['Esc'], 'Close the panel or the dialog'],
  [['Alt', '←', '→'], 'On a column header: make the column narrower or wider'],
  [['?'], 'Show this list'],
];

export function ShortcutHelp() {
  const [on, setOn] = useState(areSingleKeysOn);
  return (
    <Modal
      opened
      onClose={() => commands.open(undefined)}
      title="Keyboard shortcuts"
      size={POPUP_WIDTHS.medium}
    >
      <dl className={`grid ${classes['keys']}`}>
        {KEYS.map(([keys, meaning]) => (
          <Fragment key={meaning}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key} size="xs" mr={4}>
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
      <Switch
        mt="lg"
        label="Single-key shortcuts ( / and ? )"
        checked={on}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          setSingleKeys(event.currentTarget.checked);
        }}
      />
    </Modal>
  );
}
