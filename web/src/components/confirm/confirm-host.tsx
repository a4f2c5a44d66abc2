import { lazy, Suspense } from 'react';
import { useConfirm } from './ask-confirmation';

// Load dialogs on demand.
const ConfirmDialog = lazy(() => import('./confirm-dialog'));

export function ConfirmHost() {
  const { question, answer } = useConfirm();
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog question={question} onAnswer={answer} />
    </Suspense>
  );
}
