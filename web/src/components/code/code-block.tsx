/** Code with a copy button. */
import { CopyAction } from '@/components/copy/copy-action';
import { useTranslation } from 'react-i18next';
import classes from './code.module.css';

interface Props {
  /** A file name or a short description. */
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
      {/* Long lines scroll, so the block must be focusable. A group, because a page can have many: no landmark. */}
      <pre className={classes.code} tabIndex={0} role="group" aria-label={title} translate="no">
        <code>{code}</code>
      </pre>
    </div>
  );
}
