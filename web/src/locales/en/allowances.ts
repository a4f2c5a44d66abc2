import type { MessagesOf } from '../messages';

export const allowances: MessagesOf<'allowances'> = {
  title: 'Usage and limits',
  hint: 'What this account may use. Ask the operator if you need more.',
  resource: 'Resource',
  used: 'Used',
  most: 'Limit',
  share: 'Share of {{name}} in use',
  change: 'Change limits',
  edit_title: 'Limits of {{name}}',
  default: 'Leave empty for the default: {{value}}',
  resources: {
    stored_bytes: 'Stored files',
    lists: 'Lists',
    running_tasks: 'Running tasks',
    previews: 'Files read at the same time',
    exports: 'Exports at the same time',
    generations: 'Number generations at the same time',
    api_keys: 'API keys',
    webhooks: 'Webhook endpoints',
  },
};
