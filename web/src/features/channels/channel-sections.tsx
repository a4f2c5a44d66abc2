import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { AnswerSection, LimitsSection, RulesSection } from './response-sections';
import type { Section } from './faults';
import {
  AccessSection,
  CallbackSection,
  GeneralSection,
  PollSection,
  RequestSection,
  type SectionProps,
} from './request-sections';

/** The form. Sections that do not apply to the kind or mode are hidden. */
export function ChannelSections(props: SectionProps & { isNew: boolean }) {
  const { t } = useTranslation();
  const { kind, mode } = props.form.getValues();
  const card = (section: Section, content: React.ReactNode) => (
    <SectionCard title={t(`channels.sections.${section}`)}>{content}</SectionCard>
  );
  if (kind === 'builtin') return card('general', <GeneralSection {...props} />);
  return (
    <>
      {card('general', <GeneralSection {...props} />)}
      {card('access', <AccessSection {...props} />)}
      {card('request', <RequestSection {...props} />)}
      {mode === 'poll' ? card('poll', <PollSection {...props} />) : null}
      {mode === 'callback' ? card('callback', <CallbackSection {...props} />) : null}
      {card('answer', <AnswerSection {...props} />)}
      {card('rules', <RulesSection {...props} />)}
      {card('limits', <LimitsSection {...props} />)}
    </>
  );
}
