/** In the address of the aggregated task: take over the plan that stands beside it. */
export const EDIT_PARAM = 'edit';
