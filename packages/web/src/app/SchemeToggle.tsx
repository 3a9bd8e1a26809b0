import { Tooltip, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import classes from './shell.module.css';

export function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'dark' ? 'light' : 'dark';
  const label = `Switch to ${next} mode`;
  const Icon = scheme === 'dark' ? IconSun : IconMoon;
  return (
    <Tooltip label={label}>
      <UnstyledButton
        className={classes['iconButton']}
        aria-label={label}
        onClick={() => setColorScheme(next)}
      >
        <Icon size={17} stroke={1.8} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
