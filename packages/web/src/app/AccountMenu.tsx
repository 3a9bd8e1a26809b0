import { Menu, UnstyledButton } from '@mantine/core';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { commands } from './command-store.ts';
import { useCurrent } from './current.tsx';
import { endSession, leaveForSignIn } from './session.ts';
import classes from './shell.module.css';
import { toast } from './toast.ts';

export function AccountMenu() {
  const { account } = useCurrent().session;
  const client = useQueryClient();
  const leave = async () => {
    try {
      await endSession(client);
    } catch (error) {
      toast.error(error);
    }
    await leaveForSignIn('/');
  };
  const name = account.nickname || account.label;
  return (
    <Menu position="bottom-end" width={230} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes['avatar']} aria-label={`Account: ${name}`}>
          {name.slice(0, 1).toUpperCase()}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="Account">
        <Menu.Label>
          <strong className={classes['accountName']}>{name}</strong>
          <br />
          {account.account && account.account !== name && <>{account.account} · </>}
          {account.label}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={15} />} onClick={() => commands.open('shortcuts')}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
