import type { MessagesOf } from '../messages';

export const api_docs: MessagesOf<'api_docs'> = {
  reference_hint: 'Parameters, request bodies and responses of every operation. Try them with your own key.',
  errors_hint: 'The type of every error response links here',
  keys_page: 'My keys',
  errors_page: 'Errors',
  cookbook_page: 'Cookbook',
  cookbook_hint: 'Complete programs for common jobs. Our tests run them.',
  reference_page: 'API reference',
  description_file: 'OpenAPI file',
  contents: 'Contents',
  open_all: 'Expand all',
  close_all: 'Collapse all',
  load_failed: 'The API description could not be loaded',
  key: {
    title: 'API key for trying operations',
    label: 'Your key',
    hint: 'The key stays in the memory of this page. It is never stored and is gone after a reload.',
    warning: 'Requests are real: new tasks and lookups with projects cost points. Test numbers are free.',
  },
  parameters: 'Parameters',
  body: 'Request body',
  answers: 'Responses',
  example: 'Example',
  curl: 'curl',
  name: 'Name',
  type: 'Type',
  what: 'Description',
  required: 'required',
  in: { path: 'path', query: 'query', header: 'header', cookie: 'cookie' },
  try: {
    title: 'Try it',
    send: 'Send',
    accept: 'Response format',
    body: 'Request body (JSON)',
    key_missing: 'Enter a key above first.',
    path_missing: 'Enter {{name}}',
    body_wrong: 'Invalid JSON',
    failed: 'No response. Check your connection and try again.',
    status: 'Status',
    headers: 'Response headers',
    answer: 'Response',
    cut: 'Only the first {{n}} characters are shown',
  },
  what_to_do: 'What to do',
  link_to: 'Link to {{code}}',
  unknown_code: 'There is no error named {{code}}. It may belong to a newer version.',
  errors: {
    'invalid-request': {
      meaning:
        'The request could not be read: invalid JSON, a missing field, a wrong type, or an unknown field or parameter.',
      action:
        'Fix what errors lists (see pointer) and send the request again. Retrying it unchanged will not help.',
    },
    unauthorized: {
      meaning: 'The key is missing, unknown, expired or revoked.',
      action:
        'Check the header Authorization: Bearer ns_… If necessary, create or rotate a key on the API info page.',
    },
    'insufficient-balance': {
      meaning: 'The balance does not cover the maximum cost of this request.',
      action: 'Top up, or request fewer numbers or projects. GET /v1/balance returns the balance.',
    },
    forbidden: {
      meaning: 'The key does not have the scope that this operation requires.',
      action: 'Add the scope to the key on the API info page, or use another key.',
    },
    'ip-not-allowed': {
      meaning: 'The request came from an IP address that the key does not allow.',
      action: 'Add the address of your server to the key. The detail shows the address that we saw.',
    },
    'account-disabled': {
      meaning: 'The account that owns the key is disabled.',
      action: 'Contact the operator.',
    },
    'not-found': {
      meaning: 'The path, task or project does not exist or is not yours.',
      action: 'Check the path and the ID. Expired results are not found either.',
    },
    'method-not-allowed': {
      meaning: 'This path does not support this method.',
      action: 'Use one of the methods in the Allow header of the response.',
    },
    'not-acceptable': {
      meaning: 'The format in the Accept header is not available.',
      action: 'Request application/json, or text/csv for the results of a task.',
    },
    'idempotency-conflict': {
      meaning: 'A request with the same Idempotency-Key is still being processed.',
      action: 'Wait a moment and send the same request again. You then get the response to the first one.',
    },
    'task-state': {
      meaning: 'The state of the task does not allow this, for example cancelling a task that has ended.',
      action: 'Check its state with GET /v1/tasks/{id} first.',
    },
    'endpoint-disabled': {
      meaning: 'The webhook endpoint is disabled, so no messages are sent to it.',
      action: 'Enable it with PATCH /v1/webhooks/{id} and `"enabled": true`, then send the request again.',
    },
    conflict: {
      meaning: 'Another request has changed it in the meantime, or is using it.',
      action: 'Read its current state, then send the request again.',
    },
    'limit-reached': {
      meaning: 'The account has as many lists, running tasks or stored files as it may.',
      action:
        'Delete what you no longer need or wait until tasks have finished, or ask the operator for a higher limit.',
    },
    'payload-too-large': {
      meaning: 'The body is too large or contains more than 10,000 numbers.',
      action: 'Send the list as a file (multipart) or create several tasks.',
    },
    'unsupported-media-type': {
      meaning: 'The Content-Type of the body is not supported.',
      action: 'Use application/json, or multipart/form-data for a task with a file.',
    },
    'idempotency-mismatch': {
      meaning: 'This Idempotency-Key was already used for a request with a different body.',
      action: 'Use a new Idempotency-Key, such as a UUID, for every new request.',
    },
    unprocessable: {
      meaning:
        'The request is valid but cannot be carried out: a project is disabled, a condition can never be met, or the price exceeds max_price.',
      action: 'See detail and errors for the cause. Correct it and send the request again.',
    },
    'rate-limited': {
      meaning: 'Too many requests with this key within a minute.',
      action:
        'Wait for the number of seconds in Retry-After, and slow down according to the RateLimit headers.',
    },
    internal: {
      meaning: 'An error on our side. Your request is not the cause.',
      action:
        'Try again later. With an Idempotency-Key this is safe. If the error persists, send us the X-Request-Id.',
    },
    unavailable: {
      meaning: 'The service is temporarily unavailable, for example during a restart.',
      action: 'Retry after Retry-After seconds, or after a few seconds if the header is missing.',
    },
  },
};
