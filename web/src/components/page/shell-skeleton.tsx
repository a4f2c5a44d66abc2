import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './page.module.css';

/** The outline of the console while the session loads. */
export function ShellSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.shellSkeleton} role="status" aria-busy="true" aria-label={t('common.loading')}>
      <div className={classes.shellSkeletonSide}>
        {[120, 150, 110, 140, 100].map((width) => (
          <Skeleton key={width} height={14} width={width} />
        ))}
      </div>
      <div className={classes.shellSkeletonMain}>
        <Skeleton height={28} width={240} />
        <Skeleton height={110} />
        <Skeleton height={260} />
      </div>
    </div>
  );
}
