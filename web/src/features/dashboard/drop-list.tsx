import { Button, FileButton, Text } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ACCEPTED_FILES } from '@/config/constants';
import { paths } from '@/config/paths';
import { handOver } from '@/lib/screening/handed-file';
import { toast } from '@/lib/toast';
import classes from './dashboard.module.css';

/** Starts a task with a dropped or chosen file. The wizard uploads it once the check is chosen. */
export function DropList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [over, setOver] = useState(false);

  function begin(file: File): void {
    handOver(file);
    void navigate(paths.newTask);
  }

  function dropped(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file, ...others] = event.dataTransfer.files;
    if (others.length > 0) toast.error(t('dashboard.one_file'));
    else if (file) begin(file);
  }

  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <IconCloudUpload size={28} stroke={1.4} aria-hidden />
      <div className={classes.dropText}>
        <Text fw={600}>{t('dashboard.drop')}</Text>
        <Text c="dimmed" size="xs">
          {t('dashboard.drop_hint')}
        </Text>
      </div>
      <FileButton accept={ACCEPTED_FILES} onChange={(file) => file && begin(file)}>
        {(props) => (
          <Button variant="default" {...props}>
            {t('dashboard.choose_file')}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
