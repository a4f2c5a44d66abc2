import type { MessagesOf } from '../messages';

export const errors: MessagesOf<'errors'> = {
  error: 'Error',
  has_error: 'Has Error',
  verification_failed: 'Verification failed, please log in again.',
  no_login_permission: 'The account has no login permission!',
  menu_failed: 'Menu data loading error',
  no_answer: 'The server cannot be reached',
  timed_out: 'The server did not answer in time',
  unreadable: 'The server’s answer could not be read (HTTP {{status}})',
  not_refreshed: 'Could not refresh what is shown: {{reason}}',
  request_failed: 'Request failed, please retry',
  no_full_screen: 'you browser can not work',
  page_failed: 'Something went wrong on this page',
  page_not_loaded: 'The page could not be loaded',
  part_failed: 'This part of the page ran into an error',
  part_not_loaded: 'This part of the console could not be loaded. Check the connection and try again.',
  try_again_hint: 'Check your connection and try again. If the problem persists, contact the operator.',
  refused_hint: 'Try again later. If the problem persists, contact the operator.',
  forbidden_hint:
    'Your roles do not include the required permission. Ask an administrator if you need access.',
  newer_version_title: 'This page needs a newer version of the console',
  newer_version_hint: 'Reload to get the latest version from the server.',
};
