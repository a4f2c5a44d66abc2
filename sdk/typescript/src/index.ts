/** Client of the Numsift API for Node and browsers. */
export { Numsift, type NumsiftOptions, type TaskOptions, type UploadOptions } from './client.js';
export { ApiError, ConnectionFailed, NumsiftError, TaskNotFinished, WebhookInvalid } from './errors.js';
export type * from './types.js';
export { verifyWebhook } from './webhooks.js';
