/** Parts of a visit that are no experiments of a page. */
export const OTHER_PARTS = {};
