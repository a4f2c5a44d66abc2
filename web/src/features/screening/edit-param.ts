/** URL parameter of the aggregated task page: edit the plan in the URL. */
export const EDIT_PARAM = 'edit';
