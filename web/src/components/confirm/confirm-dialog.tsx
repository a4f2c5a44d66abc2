import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Question } from './ask';

interface Props {
  question: Question;
  onAnswer: (yes: boolean) => void;
}

export default function ConfirmDialog({ question, onAnswer }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={question.title}
      size={420}
      centered
      zIndex={400}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text>{question.text}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t('common.cancel')}
        </Button>
        <Button data-autofocus color={question.danger ? 'red' : undefined} onClick={() => onAnswer(true)}>
          {question.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
