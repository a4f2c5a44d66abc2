import { Checkbox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { groupByModule, moduleState, toggleModule, togglePermission } from './permission-groups';
import { usePermissionNames } from '@/lib/roles/permission-name';
import classes from './role-admin.module.css';

interface Props {
  all: readonly string[];
  grantable: readonly string[];
  value: readonly string[];
  onChange: (permissions: string[]) => void;
  /** Read-only. */
  locked: boolean;
}

/** Allows a line break between the two parts of a permission code. */
function BreakableName({ name }: { name: string }) {
  const slash = name.indexOf('/') + 1;
  return (
    <>
      {name.slice(0, slash)}
      <wbr />
      {name.slice(slash)}
    </>
  );
}

export function PermissionPicker({ all, grantable, value, onChange, locked }: Props) {
  const { t } = useTranslation();
  const names = usePermissionNames();
  const held = new Set(value);
  const mine = new Set(locked ? [] : grantable);
  return (
    <div className={classes.groups}>
      {groupByModule(all).map((group) => {
        const state = moduleState(group, held);
        const title = names.module(group.module);
        return (
          <fieldset key={group.module} className={classes.group}>
            <legend className={classes.legend}>
              <Checkbox
                label={<b>{title}</b>}
                aria-label={t('role_admin.whole_module', { module: title })}
                checked={state === 'all'}
                indeterminate={state === 'some'}
                disabled={!group.permissions.some((permission) => mine.has(permission))}
                onChange={() => onChange(toggleModule(group, held, mine))}
              />
            </legend>
            {group.permissions.map((permission) => {
              const free = mine.has(permission);
              return (
                <Checkbox
                  key={permission}
                  className={classes.permission}
                  classNames={{ labelWrapper: classes.permissionText }}
                  label={names.permission(permission)}
                  description={
                    free || locked ? (
                      <Text size="xs" ff="monospace" component="span">
                        <BreakableName name={permission} />
                      </Text>
                    ) : (
                      t('role_admin.not_grantable')
                    )
                  }
                  checked={held.has(permission)}
                  disabled={!free}
                  onChange={() => onChange(togglePermission(value, permission))}
                />
              );
            })}
          </fieldset>
        );
      })}
    </div>
  );
}
