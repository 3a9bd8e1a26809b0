import { ActionIcon, Button, TextInput, UnstyledButton } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type FormEvent, useState } from 'react';
import classes from '../grid.module.css';
import { FILTER_NAME_MAX, type ListId } from '@northlight/contract';
import { findSaveObstacle, saveFilter, useSavedFilters } from './use-saved-filters.ts';

export interface FilterChoicesProps {
  readonly list: ListId;
  /** Filter of the list in the form of the URL; undefined if the list is not filtered. */
  readonly filter: string | undefined;
  readonly onChoose: (filter: string) => void;
  readonly onClose: () => void;
}

/** Lists the saved filters of a list, with a form that saves the current filter under a name. */
export function FilterChoices({ filter, list, onChoose, onClose }: FilterChoicesProps) {
  const [filters, setFilters] = useSavedFilters(list);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const obstacle = findSaveObstacle(filters, name);
    setError(obstacle);
    if (obstacle !== undefined || filter === undefined) return;
    setFilters(saveFilter(filters, { name: name.trim(), filter }));
    onClose();
  };
  return (
    <>
      {filters.length === 0 && filter === undefined && (
        <p className="mut">No saved filters yet. Filter the list, then save the filter here under a name.</p>
      )}
      <ul className={`grid scrolled ${classes['saved']}`}>
        {filters.map((each) => (
          <li key={each.name} className="row gap-4">
            <UnstyledButton
              className={`grid grow shrink-x round text hover ${classes['savedName']}`}
              onClick={() => {
                onChoose(each.filter);
                onClose();
              }}
            >
              {each.name}
              <span className="mut small ellipsis">{each.filter}</span>
            </UnstyledButton>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={`Delete ${each.name}`}
              onClick={() => setFilters(filters.filter((other) => other !== each))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {filter !== undefined && (
        <form className={`grid gap-8 ${classes['saveFilter']}`} onSubmit={save} noValidate>
          <TextInput
            label="Save the current filter"
            description={filter}
            placeholder="Name"
            maxLength={FILTER_NAME_MAX}
            data-autofocus
            value={name}
            error={error}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="xs" ml="auto">
            Save filter
          </Button>
        </form>
      )}
    </>
  );
}
