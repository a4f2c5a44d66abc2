/** The wizard and the pages of projects. */
export const screening = {};
