/** Code to read and to copy. */
import { CopyAction } from '@/components/copy/copy-action';
import { useTranslation } from 'react-i18next';
import classes from './code.module.css';

interface Props {
  /** What it is: a file's name, or what it shows. */
  title: string;
  code: string;
}

export function CodeBlock({ title, code }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.block}>
      <div className={classes.head}>
        <span>{title}</span>
        <CopyAction value={code} label={t('form.copy_named', { name: title })} />
      </div>
      {/* Long lines scroll, so the keyboard must reach it. */}
      <pre className={classes.code} tabIndex={0} role="region" aria-label={title} translate="no">
        <code>{code}</code>
      </pre>
    </div>
  );
}
