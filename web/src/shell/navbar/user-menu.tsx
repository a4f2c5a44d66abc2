import { Avatar, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconApi,
  IconBell,
  IconChevronDown,
  IconCoins,
  IconCreditCard,
  IconKey,
  IconLayoutDashboard,
  IconLogout,
  IconSettings,
  IconShieldLock,
  IconTicket,
  IconWebhook,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/config/paths';
import { isStaff, showsApiInfo, showsQuotaTopUp, showsTopUp } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { useAppStore } from '@/lib/stores/app-store';
import type { DialogName } from '@/shell/dialogs';
import { AccountFunds } from './account-funds';
import { useLogout } from './use-logout';
import classes from './navbar.module.css';

export function UserMenu({ onOpenDialog }: { onOpenDialog: (dialog: DialogName) => void }) {
  const { t } = useTranslation();
  const user = useSessionStore((session) => session.user);
  const logout = useLogout();
  // On mobile the navbar has no room for the amounts, so they are shown here.
  const mobile = useAppStore((app) => app.device === 'mobile');
  const may = useHasPermission();
  if (!user) return null;
  const staffWebhooks = isStaff(user) && may('user/getApiInfo');
  return (
    <Menu position="bottom-end" width={244}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          {/* The name is hidden on phones, and the initials are no part of it. */}
          <VisuallyHidden>{t('shell.user_menu', { name: user.name })}</VisuallyHidden>
          <span className={classes.userFace} aria-hidden>
            <Avatar src={user.avatar || null} name={user.name} alt="" size={26} radius={8} color="brand" />
            <span className={classes.userName}>{user.name}</span>
            <IconChevronDown size={14} stroke={1.7} />
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell.account_line', { name: user.name, uid: user.uid })}</Menu.Label>
        {mobile ? (
          <div className={classes.menuFunds}>
            <AccountFunds />
          </div>
        ) : null}
        {showsTopUp(user) ? (
          <Menu.Item
            leftSection={<IconCoins size={16} stroke={1.6} />}
            onClick={() => onOpenDialog('recharge')}
          >
            {t('shell.top_up')}
          </Menu.Item>
        ) : null}
        {showsQuotaTopUp(user) ? (
          <Menu.Item
            leftSection={<IconCreditCard size={16} stroke={1.6} />}
            onClick={() => onOpenDialog('quota')}
          >
            {t('shell.top_up_quota')}
          </Menu.Item>
        ) : null}
        <Menu.Item
          component={Link}
          to={paths.root}
          leftSection={<IconLayoutDashboard size={16} stroke={1.6} />}
        >
          {t('menu.dashboard')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} stroke={1.6} />} onClick={() => onOpenDialog('password')}>
          {t('auth.change_password')}
        </Menu.Item>
        {staffWebhooks ? (
          <Menu.Item component={Link} to={paths.apiInfo} leftSection={<IconWebhook size={16} stroke={1.6} />}>
            {t('shell.webhooks')}
          </Menu.Item>
        ) : null}
        {showsApiInfo(user) ? (
          <Menu.Item component={Link} to={paths.apiInfo} leftSection={<IconApi size={16} stroke={1.6} />}>
            {t('menu.api_info')}
          </Menu.Item>
        ) : null}
        <Menu.Item component={Link} to={paths.myNotify} leftSection={<IconBell size={16} stroke={1.6} />}>
          {t('menu.account_notifications')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.myInvite} leftSection={<IconTicket size={16} stroke={1.6} />}>
          {t('menu.my_invite')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.security}
          leftSection={<IconShieldLock size={16} stroke={1.6} />}
        >
          {t('menu.security')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings size={16} stroke={1.6} />}
          onClick={() => onOpenDialog('settings')}
        >
          {t('shell.settings')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void logout()}>
          {t('shell.log_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
