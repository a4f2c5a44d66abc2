import type { MessagesOf } from '../messages';

export const api_docs: MessagesOf<'api_docs'> = {
  reference_hint: 'Parameters, bodies and answers of every operation, to be tried with your own key',
  errors_hint: 'The type of every error answer leads here',
  keys_page: 'My keys',
  errors_page: 'Errors',
  reference_page: 'API reference',
  description_file: 'OpenAPI description',
  contents: 'Contents',
  open_all: 'Expand all',
  close_all: 'Collapse all',
  load_failed: 'The description of the API could not be read',
  key: {
    title: 'Key to try it with',
    label: 'Your key',
    hint: 'It stays in the memory of this page, is never stored, and is gone when the page is loaded anew.',
    warning:
      'What you try really happens: new tasks and lookups with projects cost points. Test numbers are free.',
  },
  parameters: 'Parameters',
  body: 'Body',
  answers: 'Answers',
  example: 'Example',
  curl: 'curl',
  name: 'Name',
  type: 'Type',
  what: 'What it is',
  required: 'required',
  in: { path: 'path', query: 'query', header: 'header', cookie: 'cookie' },
  try: {
    title: 'Try it',
    send: 'Send',
    accept: 'Format of the answer',
    body: 'Body (JSON)',
    key_missing: 'Enter a key above first.',
    path_missing: 'Enter {{name}}',
    body_wrong: 'This is not valid JSON',
    failed: 'No answer came. Check the connection and try again.',
    status: 'Status',
    headers: 'Headers of the answer',
    answer: 'Answer',
    cut: 'Only the first {{n}} characters are shown',
  },
  what_to_do: 'What to do',
  link_to: 'Link to {{code}}',
  unknown_code: 'There is no error called {{code}}. It may belong to a newer version.',
  errors: {
    'invalid-request': {
      meaning:
        'The request cannot be read: broken JSON, a missing field, a wrong type, or a field or parameter that is not known.',
      action: 'Mend what errors names (pointer) and send it again. Sending it unchanged will not help.',
    },
    unauthorized: {
      meaning: 'There is no key, or it is unknown, expired or revoked.',
      action:
        'Check the header Authorization: Bearer ns_… and, if need be, make or rotate a key on the API info page.',
    },
    'insufficient-balance': {
      meaning: 'There are too few points for the most that this request could cost.',
      action: 'Top up, or ask for fewer numbers or projects. GET /v1/balance tells the balance.',
    },
    forbidden: {
      meaning: 'The key lacks the scope that this operation needs.',
      action: 'Edit the key on the API info page and tick the scope, or use another key.',
    },
    'ip-not-allowed': {
      meaning: "The request came from an address that is not on the key's list.",
      action: 'Add the address that your server calls from to the key. The detail names the one we saw.',
    },
    'account-disabled': {
      meaning: 'The account that the key belongs to is disabled.',
      action: 'Ask whoever runs the service.',
    },
    'not-found': {
      meaning: 'There is no such path, task or project, or it is not yours.',
      action: 'Check the path and the id. Results that have expired are not found either.',
    },
    'method-not-allowed': {
      meaning: 'This path does not take this method.',
      action: 'Use one that the Allow header of the answer names.',
    },
    'not-acceptable': {
      meaning: 'The format that the Accept header asks for is not to be had.',
      action: 'Ask for application/json, or for text/csv with the results of a task.',
    },
    'idempotency-conflict': {
      meaning: 'A request with the same Idempotency-Key is being worked on.',
      action: 'Wait a moment and send the same again: you then get the answer to the first.',
    },
    'task-state': {
      meaning: 'The task is in a state that does not allow this, such as cancelling one that has ended.',
      action: 'Look at its state first, with GET /v1/tasks/{id}.',
    },
    'payload-too-large': {
      meaning: 'The body is too large, or there are more than 10,000 numbers in it.',
      action: 'Send the list as a file (multipart), or make several tasks.',
    },
    'unsupported-media-type': {
      meaning: 'The Content-Type of the body is not one that is taken.',
      action: 'Use application/json, or multipart/form-data for a task with a file.',
    },
    'idempotency-mismatch': {
      meaning: 'This Idempotency-Key was used for a request with another body.',
      action: 'Take a new Idempotency-Key, such as a UUID, for every new request.',
    },
    unprocessable: {
      meaning:
        'The request was understood but cannot be done: a project is switched off, a condition cannot hold, or the price is above max_price.',
      action: 'Detail and errors tell why. Change that and send it again.',
    },
    'rate-limited': {
      meaning: 'There were too many requests with this key within a minute.',
      action: 'Wait as many seconds as Retry-After says, and slow down by the RateLimit headers.',
    },
    internal: {
      meaning: 'Something broke on our side; your request is not the cause.',
      action: 'Try again later; with an Idempotency-Key that is safe. If it stays, tell us the X-Request-Id.',
    },
    unavailable: {
      meaning: 'The service cannot answer right now, for example while it restarts.',
      action: 'Try again after Retry-After seconds, or after a few where there is no such header.',
    },
  },
};
