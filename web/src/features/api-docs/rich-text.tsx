/** The descriptions of the document: paragraphs, and `code` between backticks. */
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
  // What stands at odd places was between two backticks.
  return text.split('`').map((part, index) =>
    // The parts of a text have no other identity than their place in it.
    // oxlint-disable-next-line react/no-array-index-key
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
