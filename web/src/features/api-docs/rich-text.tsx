/** Renders descriptions: paragraphs and `code` in backticks. */
import { Text } from '@mantine/core';

export function RichText({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((paragraph) => (
      <Text key={paragraph} component="p" my={4}>
        <Inline text={paragraph} />
      </Text>
    ));
}

export function Inline({ text }: { text: string }) {
  // Parts at odd indexes were between backticks.
  return text.split('`').map((part, index) =>
    // The parts have no other identity than their position.
    // oxlint-disable-next-line react/no-array-index-key
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
