import { Tooltip, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import classes from './shell.module.css';

/** Returns the action that switches between light and dark mode, with its label and icon. */
export function useSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'dark' ? 'light' : 'dark';
  return {
    label: `Switch to ${next} mode`,
    Icon: scheme === 'dark' ? IconSun : IconMoon,
    onClick: () => setColorScheme(next),
  };
}

export function SchemeToggle() {
  const { Icon, label, onClick } = useSchemeSwitch();
  return (
    <Tooltip label={label}>
      <UnstyledButton
        className={`${classes['iconButton']} ${classes['schemeToggle']}`}
        aria-label={label}
        onClick={onClick}
      >
        <Icon size={17} stroke={1.8} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
