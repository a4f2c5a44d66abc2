/** Shows a confirmation dialog from anywhere and resolves with the answer. */
import { create } from 'zustand';

export interface Question {
  title: string;
  text: string;
  confirmLabel: string;
  danger?: boolean;
}

interface ConfirmState {
  question: Question | null;
  answer: (yes: boolean) => void;
}

export const useConfirm = create<ConfirmState>(() => ({ question: null, answer: () => undefined }));

export function askConfirmation(question: Question): Promise<boolean> {
  // A second question replaces the first, which counts as declined.
  useConfirm.getState().answer(false);
  return new Promise((resolve) => {
    useConfirm.setState({
      question,
      answer: (yes) => {
        useConfirm.setState({ question: null, answer: () => undefined });
        resolve(yes);
      },
    });
  });
}
