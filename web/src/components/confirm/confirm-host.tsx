import { lazyDialog } from '@/components/dialog/lazy-dialog';
import { useConfirm } from './ask-confirmation';

const ConfirmDialog = lazyDialog(
  'confirmation',
  () => import('./confirm-dialog'),
  ({ onAnswer }) => onAnswer(false),
);

export function ConfirmHost() {
  const { question, answer } = useConfirm();
  if (!question) return null;
  return <ConfirmDialog question={question} onAnswer={answer} />;
}
