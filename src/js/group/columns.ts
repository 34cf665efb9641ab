/** Each row's group, and groups by several columns: loaded by the first call that asks for either. */
export { groupedByColumns, groupsOfRows } from '../../group/columns.ts';
