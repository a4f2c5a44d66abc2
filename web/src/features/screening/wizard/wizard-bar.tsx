import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Quote } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import classes from './wizard.module.css';

interface Props {
  quote: Quote | undefined;
  onBack: () => void;
  /** The button of the next step. */
  children: ReactNode;
}

/** Stays at the bottom of the window: back, the maximum price, and on. */
export function WizardBar({ quote, onBack, children }: Props) {
  const { t } = useTranslation();
  const points = usePoints();
  return (
    <div className={classes.bar} data-bottom-bar>
      <Button variant="default" onClick={onBack}>
        {t('screening.back')}
      </Button>
      {quote ? (
        <Text fw={600} className="ns-numeric" ms="auto">
          {quote.price > 0
            ? t('screening.price.at_most', { points: points.sum(quote.price) })
            : t('screening.free')}
        </Text>
      ) : null}
      {children}
    </div>
  );
}
