import { ACCOUNT_KINDS } from '@northlight/contract';
import { Menu, UnstyledButton } from '@mantine/core';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs';
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs';
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../paths.ts';
import { commands } from '../commands/command-store.ts';
import { useShellContext } from '../shell-context.tsx';
import { useSchemeSwitch } from './SchemeToggle.tsx';
import classes from './shell.module.css';
import { useSignOut } from '../session/use-sign-out.ts';

export function AccountMenu() {
  const { account, visitor, accessType } = useShellContext().session;
  const web = accessType === 'web';
  const signOut = useSignOut();
  const name = account.nickname || account.label;
  return (
    <Menu position="bottom-end" width={230} shadow="md">
      <Menu.Target>
        <UnstyledButton
          className={`centre accent small bold ${classes['avatar']}`}
          aria-label={`Account: ${name}`}
        >
          {account.avatarUrl === undefined ? (
            name.slice(0, 1).toUpperCase()
          ) : (
            <img src={account.avatarUrl} alt="" className={`wide ${classes['avatarImage']}`} />
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="Account">
        <Menu.Label>
          <strong className="ink">{name}</strong>
          <br />
          {account.account && account.account !== name && <>{account.account} · </>}
          {account.label}
        </Menu.Label>
        <Menu.Divider />
        {!visitor && web && (
          <>
            <MenuLink to={PATHS.profile} icon={IconUser} label="Profile" />
            <MenuLink to={PATHS.security} icon={IconShieldLock} label="Security" />
            <MenuLink to={PATHS.cloudCode} icon={IconQrcode} label="Cloud code" />
            <MenuLink to={PATHS.verifyDevices} icon={IconPlugConnected} label="Pending devices" />
            {account.kind === ACCOUNT_KINDS.admin && (
              <MenuLink to={PATHS.accounts} icon={IconUsers} label="Accounts" />
            )}
            <Menu.Divider />
          </>
        )}
        <MenuLink to={PATHS.help} icon={IconHelpCircle} label="Help" />
        {web && <MenuLink to={PATHS.about} icon={IconInfoCircle} label="Version" />}
        <SchemeItem />
        <Menu.Item
          className="not-on-touch"
          leftSection={<IconKeyboard size={15} />}
          onClick={() => commands.open('shortcuts')}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * Menu item that switches the colour scheme; for narrow windows, whose top bar has no space for the button.
 */
function SchemeItem() {
  const { Icon, label, onClick } = useSchemeSwitch();
  return (
    <Menu.Item className={classes['schemeItem'] ?? ''} leftSection={<Icon size={15} />} onClick={onClick}>
      {label}
    </Menu.Item>
  );
}

interface MenuLinkProps {
  readonly to: (typeof PATHS)[
    | 'profile'
    | 'security'
    | 'cloudCode'
    | 'verifyDevices'
    | 'accounts'
    | 'help'
    | 'about'];
  readonly icon: typeof IconUser;
  readonly label: string;
}

function MenuLink({ to, icon: Icon, label }: MenuLinkProps) {
  return (
    <Menu.Item
      leftSection={<Icon size={15} />}
      renderRoot={(props: object) => <Link to={to} search={{}} {...props} />}
    >
      {label}
    </Menu.Item>
  );
}
