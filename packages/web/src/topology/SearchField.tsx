import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef } from 'react';
import { isSingleKey } from '../kit/single-keys.ts';
import { useIsPhone } from '../kit/use-is-phone.ts';
import classes from './topology.module.css';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
}

/** Search field, which `/` focuses. */
export function SearchField({ onChange, onEnter, value }: SearchFieldProps) {
  const isPhone = useIsPhone();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event, '/')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <TextInput
      ref={input}
      className={classes['find'] ?? ''}
      size="xs"
      type="search"
      aria-label="Find a device"
      placeholder={isPhone ? 'Find' : 'Find a device'}
      title="Press / to enter the field"
      leftSection={<IconSearch size={14} />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && onEnter()}
    />
  );
}
