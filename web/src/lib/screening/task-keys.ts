/** Query keys of tasks. */
export const TASK_LIST_KEY = 'task/list';
export const TASK_KEY = 'task/get';
export const SUMMARY_KEY = 'task/summary';
