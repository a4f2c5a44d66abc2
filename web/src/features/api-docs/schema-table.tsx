import { useTranslation } from 'react-i18next';
import { HorizontalScroll } from '@/components/horizontal-scroll/horizontal-scroll';
import type { Row } from './schema';
import { Inline } from './rich-text';
import classes from './api-docs.module.css';

/** A table of fields or parameters with type, description and constraints. */
interface Props {
  label: string;
  rows: readonly Row[];
  /** Response fields are not marked as required. */
  answer?: boolean;
}

export function SchemaTable({ label, rows, answer = false }: Props) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <div className={classes.scroll}>
      <HorizontalScroll label={label}>
        <table className={classes.fields} aria-label={label}>
          <thead>
            <tr>
              <th>{t('api_docs.name')}</th>
              <th>{t('api_docs.type')}</th>
              <th>{t('api_docs.what')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <td style={{ paddingInlineStart: 12 + row.depth * 14 }}>
                  <code>{row.name}</code>
                  {row.required && !answer ? (
                    <span className={classes.required}>{t('api_docs.required')}</span>
                  ) : null}
                </td>
                <td>
                  <code className={classes.type}>{row.type}</code>
                </td>
                <td>
                  <Inline text={row.description} />
                  {row.rules.length > 0 ? (
                    <span className={classes.rules}>{row.rules.join(' · ')}</span>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
    </div>
  );
}
