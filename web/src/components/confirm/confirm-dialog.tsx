import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Question } from './ask-confirmation';
import { Dialog } from '@/components/dialog/dialog';

interface Props {
  question: Question;
  onAnswer: (yes: boolean) => void;
}

export default function ConfirmDialog({ question, onAnswer }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={() => onAnswer(false)} title={question.title} size={420} centered zIndex={400}>
      <Text>{question.text}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        {/* Enter must not lose anything that cannot be had back. */}
        <Button
          variant="default"
          data-autofocus={question.danger || undefined}
          onClick={() => onAnswer(false)}
        >
          {t('common.cancel')}
        </Button>
        <Button
          data-autofocus={!question.danger || undefined}
          {...(question.danger ? { color: 'red' } : {})}
          onClick={() => onAnswer(true)}
        >
          {question.confirmLabel}
        </Button>
      </Group>
    </Dialog>
  );
}
