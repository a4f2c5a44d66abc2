import { useTranslation } from 'react-i18next';
import { FileMenu } from './file-menu';

const FORMATS = ['csv', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

interface Props {
  /** Returns the URL of the file with the filtered rows. */
  makeFile: (format: Format) => Promise<string>;
}

export function ExportMenu({ makeFile }: Props) {
  const { t } = useTranslation();
  const kinds = FORMATS.map((kind) => ({ kind, name: t(`finance.formats.${kind}`) }));
  return <FileMenu label={t('finance.export')} kinds={kinds} makeFile={makeFile} />;
}
