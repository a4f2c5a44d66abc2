import { useTranslation } from 'react-i18next';
import { FileMenu } from './file-menu';

const FORMATS = ['csv', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

interface Props {
  /** The address of the file with all that the filters leave. */
  makeFile: (format: Format) => Promise<string>;
}

export function ExportMenu({ makeFile }: Props) {
  const { t } = useTranslation();
  const kinds = FORMATS.map((kind) => ({ kind, name: t(`finance.formats.${kind}`) }));
  return <FileMenu label={t('finance.export')} kinds={kinds} makeFile={makeFile} />;
}
